// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace gpujob {

using Instant = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;
using Milliseconds = std::chrono::milliseconds;

/// "2026-11-21T09:30:00Z"
std::string format_instant(Instant instant);
/// The same read back; nothing for another form or a day that no calendar has.
std::optional<Instant> parse_instant(std::string_view text);
/// "2026-11-21": the day in UTC.
std::string format_day(Instant instant);

}  // namespace gpujob
