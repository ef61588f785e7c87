// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/measurement.h"

namespace gpujob {

/// Something launches can be grouped by or chosen by. Of the two functions one is set.
struct GroupKey {
  std::string_view name;
  std::string (*of_setting)(const LaunchSetting& setting) = nullptr;
  std::string_view (*of_launch)(const Launch& launch) = nullptr;
};

std::span<const GroupKey> group_keys();

/// The row with this name, or nullptr.
const GroupKey* find_group_key(std::string_view name);

std::string value_of(const GroupKey& key, const MeasurementTable& table, const Launch& launch);

}  // namespace gpujob
