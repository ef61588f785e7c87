// SPDX-License-Identifier: MIT
#include "base/duration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr long long kMinute = 60;
constexpr long long kHour = 60 * kMinute;
constexpr long long kDay = 24 * kHour;
/// Far beyond Slurm's own limit (2^32 minutes) and far from overflow.
constexpr long long kLargestField = 1'000'000'000;

std::optional<long long> field(std::string_view text) {
  const std::optional<long long> value = parse_integer(text);
  if (!value || *value > kLargestField) return std::nullopt;
  return value;
}

/// Sums `fields` of "a:b:c" with the units' lengths in seconds.
std::optional<long long> sum(const std::vector<std::string_view>& fields,
                             std::array<long long, 3> units) {
  long long total = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::optional<long long> value = field(fields[i]);
    if (!value) return std::nullopt;
    total += *value * units[i];
  }
  return total;
}

/// `value` rounded to three significant digits; its digits after the point go to `decimals`.
double three_digits(double value, int& decimals) {
  const int exponent = static_cast<int>(std::floor(std::log10(value)));
  const double scale = std::pow(10.0, 2 - exponent);
  const double rounded = std::round(value * scale) / scale;
  const int after = static_cast<int>(std::floor(std::log10(rounded)));
  decimals = after >= 2 ? 0 : 2 - after;
  return rounded;
}

std::string long_time(long long seconds) {
  if (seconds >= kDay) return format("{} d {} h", seconds / kDay, seconds % kDay / kHour);
  if (seconds >= kHour) return format("{} h {} min", seconds / kHour, seconds % kHour / kMinute);
  return format("{} min {} s", seconds / kMinute, seconds % kMinute);
}

}  // namespace

std::optional<Seconds> parse_walltime(std::string_view text) {
  const std::size_t dash = text.find('-');
  long long days = 0;
  std::string_view clock = text;
  if (dash != std::string_view::npos) {
    const std::optional<long long> value = field(text.substr(0, dash));
    if (!value) return std::nullopt;
    days = *value;
    clock = text.substr(dash + 1);
    if (clock.empty()) return Seconds{days * kDay};
  }
  const std::vector<std::string_view> fields = split(clock, ':');
  if (fields.size() > 3) return std::nullopt;
  // After days, and with three fields, the first is hours; else it is minutes.
  const bool from_hours = dash != std::string_view::npos || fields.size() == 3;
  const std::optional<long long> seconds =
      from_hours ? sum(fields, {kHour, kMinute, 1}) : sum(fields, {kMinute, 1, 0});
  if (!seconds) return std::nullopt;
  const long long total = days * kDay + *seconds;
  return total > kLargestField * kDay ? std::nullopt : std::optional(Seconds{total});
}

std::string format_walltime(Seconds duration) {
  const long long total = duration.count();
  const std::string clock =
      format("{:02}:{:02}:{:02}", total % kDay / kHour, total % kHour / kMinute, total % kMinute);
  return total >= kDay ? format("{}-{}", total / kDay, clock) : clock;
}

std::optional<Seconds> parse_interval(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const std::optional<long long> value = field(text.substr(0, text.size() - 1));
  if (!value) return std::nullopt;
  switch (text.back()) {
    case 's':
      return Seconds{*value};
    case 'm':
      return Seconds{*value * kMinute};
    case 'h':
      return Seconds{*value * kHour};
    case 'd':
      return Seconds{*value * kDay};
    default:
      return std::nullopt;
  }
}

bool is_day(std::string_view text) {
  static constexpr std::string_view form = "dddd-dd-dd";
  const bool right =
      text.size() == form.size() &&
      std::equal(text.begin(), text.end(), form.begin(), [](char given, char wanted) {
        return wanted == 'd' ? given >= '0' && given <= '9' : given == wanted;
      });
  if (!right) return false;
  const auto number = [&](std::size_t at, std::size_t length) {
    return static_cast<int>(*parse_integer(text.substr(at, length)));
  };
  return std::chrono::year_month_day(std::chrono::year(number(0, 4)),
                                     std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                     std::chrono::day(static_cast<unsigned>(number(8, 2))))
      .ok();
}

std::string format_seconds(double seconds) {
  if (!std::isfinite(seconds)) return "n/a";
  if (seconds < 0) return "-" + format_seconds(-seconds);
  if (seconds == 0) return "0 s";
  if (seconds >= 59.95) return long_time(std::llround(seconds));
  struct Unit {
    double seconds;
    const char* name;
  };
  constexpr std::array<Unit, 4> kUnits{{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}}};
  for (const Unit& unit : kUnits) {
    if (seconds < unit.seconds / 2) continue;  // rounding takes time, too
    int decimals = 0;
    const double value = three_digits(seconds / unit.seconds, decimals);
    if (value >= 1) return format("{:.{}f} {}", value, decimals, unit.name);
  }
  return format("{:.3g} ns", seconds * 1e9);
}

}  // namespace gpujob
