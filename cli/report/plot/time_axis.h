// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/plot/plot_axis.h"

namespace gpujob {

/// Seconds since 1970 of "2026-11-21T10:15:30Z"; nothing for any other text.
std::optional<double> seconds_of(std::string_view instant);

/// "2026-11-21 10:15" of seconds since 1970, UTC.
std::string minute_text(double seconds);

/// Ticks of a horizontal axis of seconds since 1970: at whole minutes, hours, days, months or
/// years, whichever give labels that do not touch.
std::vector<Tick> time_ticks(const Axis& axis);

}  // namespace gpujob
