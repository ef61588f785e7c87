// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/world.h"

// The table of commands. Parsing, help, completions and manual pages all come from these rows; one
// file wraps the parsing library.

namespace gpujob {

/// What a value completes to in a shell, from local data only.
enum class Completes { Nothing, Site, Workload, Gpu, Run, File, Directory, Choices };

struct OptionSpec {
  std::string_view name;   ///< long name without dashes
  char letter = '\0';      ///< sbatch's letter with sbatch's meaning, or none
  std::string_view value;  ///< "KEY[:N]" in help; empty: a switch
  std::string_view help;   ///< one line
  Completes completes = Completes::Nothing;
  std::vector<std::string_view> choices = {};
  enum class Count { Once, Many } count = Count::Once;
  std::string_view group = "";  ///< heading in help: "Where", "Size", "Output"
};

struct ArgumentSpec {
  std::string_view name;  ///< "WORKLOAD"
  std::string_view help;
  Completes completes = Completes::Nothing;
  enum class Need { One, Optional, Many, OneOrMore } need = Need::One;
};

/// A parsed command line. Values are text: commands read numbers strictly themselves.
class Arguments {
 public:
  bool has(std::string_view option) const;
  std::optional<std::string> value(std::string_view option) const;
  std::vector<std::string> values(std::string_view option) const;
  const std::vector<std::string>& positional() const { return positional_; }
  /// What stood after `--`.
  const std::vector<std::string>& rest() const { return rest_; }

  std::vector<std::pair<std::string, std::string>> options_;
  std::vector<std::string> positional_;
  std::vector<std::string> rest_;
};

/// What a command ends with: an exit code, or a failure that main prints.
using CommandResult = Result<int>;

struct Command {
  std::string_view name;     ///< "submit", "site show"
  std::string_view summary;  ///< one line, no full stop
  std::string_view description;
  std::vector<ArgumentSpec> arguments;
  std::vector<OptionSpec> options;
  std::vector<std::string_view> examples;  ///< command lines
  enum class Rest { No, Sbatch } rest = Rest::No;  ///< is there something after `--`?
  CommandResult (*run)(const Arguments& arguments, World& world);
};

/// All commands in help order. Built on first use; a run needs only one row of it.
const std::vector<const Command*>& commands();

/// argv to exit status: the whole program. Diagnostics go to stderr.
int run_gpujob(const std::vector<std::string>& argv, World& world);

}  // namespace gpujob
