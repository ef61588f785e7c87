// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/duration.h"
#include "base/result.h"

namespace gpujob {

/// A parsed command line: known options only, each at most as often as its row allows. Values are
/// text. The readers below are strict: they fail with ExitCode::Usage and name the option.
class Arguments {
 public:
  void add_option(std::string name, std::string value) {
    options_.emplace_back(std::move(name), std::move(value));
  }
  void set_options(std::vector<std::pair<std::string, std::string>> options) {
    options_ = std::move(options);
  }
  void add_positional(std::string word) { positional_.push_back(std::move(word)); }
  void set_rest(std::vector<std::string> rest) { rest_ = std::move(rest); }

  bool has(std::string_view option) const;
  std::optional<std::string> value(std::string_view option) const;
  std::vector<std::string> values(std::string_view option) const;
  /// Every option given, with its value; the value of a switch is empty.
  const std::vector<std::pair<std::string, std::string>>& options() const { return options_; }
  const std::vector<std::string>& positional() const { return positional_; }
  /// What stood after `--`.
  const std::vector<std::string>& rest() const { return rest_; }

  /// The value, or `otherwise` if the option was not given.
  std::string value_or(std::string_view option, std::string_view otherwise) const;
  /// A whole number of at least one.
  Result<std::optional<int>> count(std::string_view option) const;
  /// A positive time limit in any form that sbatch takes.
  Result<std::optional<Seconds>> walltime(std::string_view option) const;
  /// "30s", "5m", "2h", "7d".
  Result<std::optional<Seconds>> interval(std::string_view option) const;
  /// An amount of memory in any form that sbatch takes, in MiB.
  Result<std::optional<long long>> memory_mib(std::string_view option) const;

 private:
  std::vector<std::pair<std::string, std::string>> options_;
  std::vector<std::string> positional_;
  std::vector<std::string> rest_;
};

}  // namespace gpujob
