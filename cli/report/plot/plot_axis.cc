// SPDX-License-Identifier: MIT
#include "report/plot/plot_axis.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/duration.h"
#include "base/format.h"
#include "report/quantity.h"

namespace gpujob {

namespace {

constexpr double kTickGap = 10;  ///< pixels between two labels

/// 1e-9, "n" for everything below a microsecond and so on up.
struct Prefix {
  double size;
  const char* name;
};

AxisUnit seconds_unit(double largest) {
  constexpr std::array<Prefix, 4> units{{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}}};
  for (const Prefix& unit : units) {
    if (largest >= unit.size) return {unit.size, unit.name};
  }
  return {1e-9, "ns"};
}

AxisUnit rate_unit(double largest, const std::string& work) {
  constexpr std::array<Prefix, 7> prefixes{
      {{1e18, "E"}, {1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}};
  for (const Prefix& prefix : prefixes) {
    if (largest >= prefix.size) return {prefix.size, format("{}{}/s", prefix.name, work)};
  }
  return {1, work + "/s"};
}

std::string number_label(double value, double step) {
  const int decimals = static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
  return format("{:.{}f}", value, std::clamp(decimals, 0, 9));
}

/// "2000", "0.05", "10⁶", "3·10⁻⁵": one digit times a power of ten.
std::string power_label(double digit, int decade) {
  if (decade > -4 && decade < 5) return format("{:g}", digit * std::pow(10, decade));
  constexpr std::array<const char*, 10> raised{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string power = decade < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(decade))) {
    power += raised[static_cast<std::size_t>(c - '0')];
  }
  return digit == 1 ? "10" + power : format("{:g}·10{}", digit, power);
}

/// Multiples of `step` (in units) inside the span.
std::vector<Tick> linear_ticks(const Span& span, const AxisUnit& unit, double step,
                               std::string_view suffix) {
  std::vector<Tick> ticks;
  const double first = std::ceil(span.low / unit.size / step - 1e-9);
  const double last = std::floor(span.high / unit.size / step + 1e-9);
  for (double i = first; i <= last && ticks.size() < 100; ++i) {
    const double value = i * step + 0.0;
    ticks.push_back({value * unit.size, number_label(value, step) + std::string(suffix)});
  }
  return ticks;
}

/// Powers of ten times each of `digits`, every `every`th decade.
std::vector<Tick> log_ticks(const Span& span, const AxisUnit& unit,
                            const std::vector<double>& digits, int every, std::string_view suffix) {
  std::vector<Tick> ticks;
  const int from = static_cast<int>(std::floor(std::log10(span.low / unit.size)));
  const int to = static_cast<int>(std::ceil(std::log10(span.high / unit.size)));
  for (int decade = from; decade <= to; ++decade) {
    if (decade % every != 0) continue;
    for (const double digit : digits) {
      const double base = digit * std::pow(10, decade) * unit.size;
      if (base < span.low * (1 - 1e-9) || base > span.high * (1 + 1e-9)) continue;
      ticks.push_back({base, power_label(digit, decade) + std::string(suffix)});
    }
  }
  return ticks;
}

bool fits(const std::vector<Tick>& ticks, const Axis& axis, Direction direction) {
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    const double distance = std::fabs(axis.at(ticks[i].value) - axis.at(ticks[i - 1].value));
    const double room =
        direction == Direction::Vertical
            ? kTickSize + kTickGap
            : (text_width(ticks[i].label, kTickSize) + text_width(ticks[i - 1].label, kTickSize)) /
                      2 +
                  kTickGap;
    if (distance < room) return false;
  }
  return true;
}

std::vector<Tick> even_ticks(const Axis& axis, const AxisUnit& unit, Direction direction,
                             std::string_view suffix) {
  const Span in_units{axis.span().low / unit.size, axis.span().high / unit.size};
  for (int most = direction == Direction::Vertical ? 6 : 8; most > 1; --most) {
    std::vector<Tick> ticks = linear_ticks(axis.span(), unit, nice_step(in_units, most), suffix);
    if (fits(ticks, axis, direction)) return ticks;
  }
  return linear_ticks(axis.span(), unit, nice_step(in_units, 1), suffix);
}

}  // namespace

std::string measured_text(const Measure& measure, double value) {
  switch (measure.kind) {
    case Measure::Kind::Time:
      return format_seconds(value);
    case Measure::Kind::Rate:
      return format_quantity(value, measure.work + "/s");
    case Measure::Kind::Share:
      return format_share(value);
    case Measure::Kind::Ratio:
      return format("{:.{}f}×", value, value < 10 ? 3 : 1);
  }
  return "";
}

std::string precise_text(const Measure& measure, double value) {
  const AxisUnit unit = axis_unit(measure, value);
  const double scaled = value / unit.size;
  const int whole = scaled > 0 ? static_cast<int>(std::floor(std::log10(scaled))) + 1 : 1;
  const std::string digits = format("{:.{}f}", scaled, std::clamp(4 - whole, 0, 4));
  return measure.kind == Measure::Kind::Ratio ? digits + "×" : format("{} {}", digits, unit.name);
}

AxisUnit axis_unit(const Measure& measure, double largest) {
  switch (measure.kind) {
    case Measure::Kind::Time:
      return seconds_unit(largest);
    case Measure::Kind::Rate:
      return rate_unit(largest, measure.work);
    case Measure::Kind::Share:
      return {0.01, "%"};
    case Measure::Kind::Ratio:
      return {1, ""};
  }
  return {1, ""};
}

Scale scale_for(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  if (low == values.end() || *low <= 0) return Scale::Linear;
  return *high / *low > 8 ? Scale::Log : Scale::Linear;
}

Span span_around(const std::vector<double>& values, Scale scale) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double low = *least, high = *most;
  if (scale == Scale::Log) {
    const double room = std::max(1.02, std::pow(high / low, 0.06));
    return {low / room, high * room};
  }
  double room = (high - low) * 0.06;
  if (room <= 0) room = high == 0 ? 1 : std::fabs(high) * 0.05;
  if (low >= 0 && low < high * 0.35) return {0, high + room};
  return {low - room, high + room};
}

double nice_step(const Span& span, int most) {
  const double rough = (span.high - span.low) / most;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * power >= rough * (1 - 1e-9)) return digit * power;
  }
  return 10 * power;
}

double Axis::at(double value) const {
  const double share = scale_ == Scale::Log
                           ? std::log(value / span_.low) / std::log(span_.high / span_.low)
                           : (value - span_.low) / (span_.high - span_.low);
  return pixels_.low + share * (pixels_.high - pixels_.low);
}

double Axis::clamped(double value) const {
  return at(std::clamp(value, span_.low, span_.high));
}

std::vector<Tick> ticks_of(const Axis& axis, const AxisUnit& unit, Direction direction,
                           std::string_view suffix) {
  if (axis.scale() == Scale::Log && axis.span().high / axis.span().low > 5) {
    for (const std::vector<double>& digits :
         {std::vector<double>{1, 2, 5}, std::vector<double>{1, 3}, std::vector<double>{1}}) {
      const auto ticks = log_ticks(axis.span(), unit, digits, 1, suffix);
      if (ticks.size() > 1 && fits(ticks, axis, direction)) return ticks;
    }
    for (int every = 2; every < 12; ++every) {
      const auto ticks = log_ticks(axis.span(), unit, {1}, every, suffix);
      if (ticks.size() > 1 && fits(ticks, axis, direction)) return ticks;
    }
  }
  return even_ticks(axis, unit, direction, suffix);
}

}  // namespace gpujob
