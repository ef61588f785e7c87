// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/measurement.h"

namespace gpujob {

/// Something launches can be grouped by or chosen by. Of the two functions one is set.
struct GroupKey {
  /// Where and when it ran, what was computed, or how much there is of it: a place on a curve.
  enum class Says { Where, What, HowMuch };

  std::string_view name;
  std::string (*of_setting)(const LaunchConfig& setting) = nullptr;
  std::string_view (*of_launch)(const Launch& launch) = nullptr;
  Says says = Says::Where;
};

std::span<const GroupKey> group_keys();

/// The row with this name, or nullptr.
const GroupKey* find_group_key(std::string_view name);

/// What a word of --by or --where means: the group key with this name, else the workload's
/// parameter. The word must outlive it.
class LaunchKey {
 public:
  explicit LaunchKey(std::string_view name) : name_(name), row_(find_group_key(name)) {}

  bool is_parameter() const { return row_ == nullptr; }
  bool says_what() const { return is_parameter() || row_->says != GroupKey::Says::Where; }
  bool is_along() const { return is_parameter() || row_->says == GroupKey::Says::HowMuch; }
  /// Do launches of one setting differ in it?
  bool is_of_launch() const { return row_ != nullptr && row_->of_launch != nullptr; }
  /// Of a key that is not of launches. A parameter that there is not is "none", of foreign results
  /// "unknown".
  std::string of(const LaunchConfig& setting) const;
  /// Of a key that is of launches.
  std::string_view of(const Launch& launch) const { return row_->of_launch(launch); }
  /// Of any key.
  std::string of(const MeasurementTable& table, const Launch& launch) const;

 private:
  std::string_view name_;
  const GroupKey* row_;
};

/// Do these values come before the others? Numbers by their size and before words: 2, 16, drawn.
bool come_before(const std::vector<std::string>& values, const std::vector<std::string>& others);

/// The names in `by` that are parameters.
std::vector<std::string> parameters_in(const std::vector<std::string>& by);

}  // namespace gpujob
