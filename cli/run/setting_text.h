// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "report/setting.h"

namespace gpujob {

/// The text under which the index keeps a setting: equal settings have equal texts. Control
/// characters, which no value has any use for, become '?'.
std::string setting_text(const LaunchSetting& setting);
/// Nothing for a text that is none.
std::optional<LaunchSetting> setting_from_text(std::string_view text);

}  // namespace gpujob
