// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace gpujob {

using Seconds = std::chrono::duration<long long>;

/// A walltime in any form sbatch takes: "minutes", "minutes:seconds", "hours:minutes:seconds",
/// "days-hours", "days-hours:minutes", "days-hours:minutes:seconds". A bare number is minutes.
/// Source: https://slurm.schedmd.com/sbatch.html (--time). Nothing for anything else.
std::optional<Seconds> parse_walltime(std::string_view text);

/// "00:08:00", "7-00:00:00": the one form that every tool of Slurm reads back.
std::string format_walltime(Seconds duration);

/// A polling interval or age as people write it: "30s", "5m", "2h", "7d".
std::optional<Seconds> parse_interval(std::string_view text);

/// Is it a day of the calendar, "2026-11-21"?
bool is_day(std::string_view text);

/// A measured time for people, three significant digits: "680 ms", "2.51 ms", "1.20 s", "3 min 5
/// s".
std::string format_seconds(double seconds);

}  // namespace gpujob
