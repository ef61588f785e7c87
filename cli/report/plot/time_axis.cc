// SPDX-License-Identifier: MIT
#include "report/plot/time_axis.h"

#include <array>
#include <chrono>
#include <cmath>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr double kHour = 3600, kDay = 24 * kHour;
constexpr double kLabelGap = 16;  ///< pixels between two labels

/// Steps that do not know months: multiples since midnight, or since 1970-01-05, a Monday.
constexpr std::array<double, 14> kEven{60,         120,   300,       600,       900,
                                       1800,       kHour, 2 * kHour, 3 * kHour, 6 * kHour,
                                       12 * kHour, kDay,  2 * kDay,  7 * kDay};
constexpr std::array<int, 9> kMonths{1, 2, 3, 6, 12, 24, 60, 120, 600};
constexpr double kMonday = 4 * kDay;

std::chrono::year_month_day day_of(double seconds) {
  const auto days = std::chrono::days(static_cast<int>(std::floor(seconds / kDay)));
  return {std::chrono::sys_days(days)};
}

double day_in_seconds(std::chrono::year_month_day day) {
  return static_cast<double>(std::chrono::sys_days(day).time_since_epoch().count()) * kDay;
}

std::string day_text(double seconds) {
  const auto day = day_of(seconds);
  return format("{:04}-{:02}-{:02}", static_cast<int>(day.year()),
                static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

std::vector<Tick> even_ticks(const Span& span, double step) {
  std::vector<Tick> ticks;
  const double origin = step > kDay ? kMonday : 0;
  for (double i = std::ceil((span.low - origin) / step); ticks.size() < 100; ++i) {
    const double when = origin + i * step;
    if (when > span.high) break;
    // The year is on the axis title's line; below a day the clock matters more.
    ticks.push_back({when, step >= kDay ? day_text(when) : minute_text(when).substr(5)});
  }
  return ticks;
}

std::vector<Tick> month_ticks(const Span& span, int step) {
  std::vector<Tick> ticks;
  const auto first = day_of(span.low);
  int month = static_cast<int>(first.year()) * 12 +
              static_cast<int>(static_cast<unsigned>(first.month())) - 1;
  month -= month % step;
  for (; ticks.size() < 100; month += step) {
    const std::chrono::year_month_day day{std::chrono::year(month / 12),
                                          std::chrono::month(static_cast<unsigned>(month % 12 + 1)),
                                          std::chrono::day(1)};
    const double when = day_in_seconds(day);
    if (when > span.high) break;
    if (when >= span.low) ticks.push_back({when, day_text(when).substr(0, step < 12 ? 7 : 4)});
  }
  return ticks;
}

bool fits(const std::vector<Tick>& ticks, const Axis& axis) {
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    const double room = text_width(ticks[i].label, 12) + kLabelGap;
    if (axis.at(ticks[i].value) - axis.at(ticks[i - 1].value) < room) return false;
  }
  return true;
}

}  // namespace

std::optional<double> seconds_of(std::string_view instant) {
  if (instant.size() != 20 || instant[4] != '-' || instant[7] != '-' || instant[10] != 'T' ||
      instant[13] != ':' || instant[16] != ':' || instant[19] != 'Z') {
    return std::nullopt;
  }
  std::array<int, 6> parts{};
  constexpr std::array<std::size_t, 6> starts{0, 5, 8, 11, 14, 17};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto number = parse_integer(instant.substr(starts[i], i == 0 ? 4 : 2));
    if (!number) return std::nullopt;
    parts[i] = static_cast<int>(*number);
  }
  const std::chrono::year_month_day day{std::chrono::year(parts[0]),
                                        std::chrono::month(static_cast<unsigned>(parts[1])),
                                        std::chrono::day(static_cast<unsigned>(parts[2]))};
  if (!day.ok() || parts[3] > 23 || parts[4] > 59 || parts[5] > 60) return std::nullopt;
  return day_in_seconds(day) + parts[3] * kHour + parts[4] * 60 + parts[5];
}

std::string minute_text(double seconds) {
  const double since = seconds - std::floor(seconds / kDay) * kDay;
  const int minutes = static_cast<int>(since / 60);
  return format("{} {:02}:{:02}", day_text(seconds), minutes / 60, minutes % 60);
}

std::vector<Tick> time_ticks(const Axis& axis) {
  const Span& span = axis.span();
  for (const double step : kEven) {
    if ((span.high - span.low) / step > 90) continue;
    auto ticks = even_ticks(span, step);
    if (fits(ticks, axis)) return ticks;
  }
  for (const int step : kMonths) {
    auto ticks = month_ticks(span, step);
    if (fits(ticks, axis)) return ticks;
  }
  return {};
}

}  // namespace gpujob
