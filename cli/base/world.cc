// SPDX-License-Identifier: MIT
#include "base/world.h"

#include "base/format.h"

namespace gpujob {

namespace {

std::string day_text(std::chrono::sys_days day) {
  const std::chrono::year_month_day date(day);
  return format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace

std::string format_instant(Instant instant) {
  const auto day = std::chrono::floor<std::chrono::days>(instant);
  const std::chrono::hh_mm_ss time(std::chrono::floor<std::chrono::seconds>(instant - day));
  return format("{}T{:02}:{:02}:{:02}Z", day_text(day), time.hours().count(),
                time.minutes().count(), time.seconds().count());
}

std::string format_day(Instant instant) {
  return day_text(std::chrono::floor<std::chrono::days>(instant));
}

}  // namespace gpujob
