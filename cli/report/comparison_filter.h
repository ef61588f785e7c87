// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/compare.h"
#include "report/parameter_set.h"

namespace gpujob {

/// The launches that may stand in one comparison, and why others may not.
class ComparisonFilter {
 public:
  /// Looks at the launches that `options.where` and `options.since` name, then leaves out by
  /// workload, answer, kind and place of the data, then by variant, precision and parameters unless
  /// `options.by` holds them, then by samples.
  ComparisonFilter(const MeasurementTable& table, const CompareOptions& options);

  const LaunchesByConfig& launches() const { return launches_; }
  /// Where `options.by` holds "gpus": launches that differ from the others in one parameter alone,
  /// for weak scaling. Shares of a ceiling have none.
  const LaunchesByConfig& other_sizes() const { return other_sizes_; }
  std::size_t looked_at() const { return looked_at_; }
  const std::vector<Question>& question() const { return question_; }
  const std::vector<Excluded>& excluded() const { return excluded_; }

  /// Of `members`, settings with the value of `key` that stands in most groups by `options.by`, of
  /// equals the one that was launched first; the others are left out.
  void keep_one_value(std::string_view key, LaunchesByConfig& members);
  /// Leaves out launches of `other_sizes` for their parameters.
  void leave_out_size(const LaunchesByConfig& members);

 private:
  using Names = std::vector<std::string>;
  using Reason = std::function<std::string(const LaunchConfig&)>;
  using Picks = std::function<bool(const LaunchConfig&)>;

  void leave_out(const Reason& reason);
  void count_samples();
  /// Of the settings of a tool that stay the one whose values are compared: of the usual ones, if
  /// there are any, the first that was measured.
  std::optional<std::size_t> first_of(const std::string& source, const Picks& is_usual) const;
  /// Notes what is left out for having another value than `value`.
  void ask(const std::string& name, const std::string& value, const std::string& source,
           const Reason& value_of);
  void count_runs();
  void leave_out_kinds(Mix mix);
  void leave_out_unusual(std::string_view key, const CompareOptions& options);
  void leave_out_odd_ceilings();
  Names by_with(std::string_view key) const;
  void leave_out_parameters(const Names& but, const CompareOptions& options);
  void leave_out_other_work(const Names& along);
  void take_launches();
  void exclude(const Launch& launch, const std::string& reason);

  const MeasurementTable& table_;
  LaunchesByConfig launches_;
  LaunchesByConfig other_sizes_;
  std::vector<std::string> by_;
  std::vector<std::size_t> counts_;  ///< launches looked at, then those with samples, by setting
  std::vector<std::string_view> started_;  ///< the first launch with samples, by setting
  std::vector<std::string> reasons_;       ///< by setting; empty: it stays
  std::vector<bool> other_size_;           ///< by setting: for weak scaling, whatever its reason
  std::vector<Excluded> excluded_;
  std::size_t looked_at_ = 0;
  std::vector<Question> question_;
  std::vector<std::string> asked_of_;  ///< by question: the tool; empty: gpujob
};

}  // namespace gpujob
