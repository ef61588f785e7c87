// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/launch_config.h"

namespace gpujob {

using Pairs = std::vector<std::pair<std::string, std::string>>;

/// Names and values as text, as for a whole setting below. Nothing for another text.
std::string text_of(const Pairs& pairs);
std::optional<Pairs> pairs_from(std::string_view text);

/// The text under which the index keeps a setting: equal settings have equal texts. Control
/// characters, which no value has any use for, become '?'.
std::string launch_config_text(const LaunchConfig& setting);
/// Nothing for another text.
std::optional<LaunchConfig> launch_config_from_text(std::string_view text);

}  // namespace gpujob
