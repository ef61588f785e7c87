// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <map>
#include <string>
#include <vector>

#include "report/comparison_filter.h"

namespace gpujob {

/// What the launches of a group have alike.
struct GroupName {
  std::string size;                 ///< of weak scaling: the parameters; else empty
  std::vector<std::string> values;  ///< one an entry of `by`
  std::string mark;                 ///< "rehearsal" or "foreign": kinds share no group

  auto operator<=>(const GroupName&) const = default;
};

using Groups = std::map<GroupName, LaunchesByConfig>;

struct LaunchGroups {
  Groups shown;
  Groups weak;  ///< where `by` holds "gpus": other sizes for the weak scaling of a shown group
};

/// The launches of `all` by the values of `by`. Groups that differ only in what was computed
/// (variants, parameters, numbers of devices) have one device: a median over two devices is the
/// time of neither, and a difference between variants on two devices may be one between the
/// devices. On a curve along a parameter or the number of devices they have one backend too.
LaunchGroups launch_groups(const MeasurementTable& table, ComparisonFilter& all,
                           const std::vector<std::string>& by);

}  // namespace gpujob
