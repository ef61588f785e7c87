// SPDX-License-Identifier: MIT
#include "base/instant.h"

#include <array>

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

std::optional<Instant> parse_instant(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00Z";
  if (text.size() != kForm.size()) return std::nullopt;
  std::array<int, 6> fields{};
  std::size_t field = 0;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    const char c = text[i];
    if (kForm[i] == '0') {
      if (c < '0' || c > '9') return std::nullopt;
      fields[field] = fields[field] * 10 + (c - '0');
    } else if (c != kForm[i]) {
      return std::nullopt;
    } else {
      ++field;
    }
  }
  const auto [year, month, day, hour, minute, second] = fields;
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  return std::chrono::sys_days(date) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
         std::chrono::seconds(second);
}

std::string format_day(Instant instant) {
  return day_text(std::chrono::floor<std::chrono::days>(instant));
}

}  // namespace gpujob
