// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/site.h"

namespace gpujob {

/// What tells sites apart, of all profiles together: center, title and default cluster; of clusters
/// name, title, scheduler, status, how they are recognised, GPU types with their models and whether
/// it is documented how to ask for them, the day of the oldest fact, and the site that facts were
/// copied from. Empty if a text has a tab or a line end in it.
std::string outline_text(const std::vector<SiteProfile>& profiles);

/// Profiles that have nothing else. Nothing for a text of another form.
std::optional<std::vector<SiteProfile>> parse_outline(std::string_view text);

}  // namespace gpujob
