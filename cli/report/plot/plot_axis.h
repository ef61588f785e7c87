// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/plot/svg.h"

namespace gpujob {

/// What the numbers of a plot are.
struct Measure {
  enum class Kind { Time, Rate, Share, Ratio } kind = Kind::Time;
  std::string work;  ///< of rates: "op", "B"
};

/// For people: "2.03 ms", "36.2 Top/s", "83.7 %", "1.83×".
std::string measured_text(const Measure& measure, double value);

/// The same with four significant digits, for tables: "2.031 ms".
std::string precise_text(const Measure& measure, double value);

/// A unit that keeps the numbers of an axis short.
struct AxisUnit {
  double size = 1;   ///< in seconds, work a second or 1
  std::string name;  ///< "ms", "Top/s", "%"; empty of ratios
};
AxisUnit axis_unit(const Measure& measure, double largest);

struct Span {
  double low = 0, high = 0;
};

enum class Scale { Linear, Log };

/// Log where the values, all above zero, spread over more than a factor of 8.
Scale scale_for(const std::vector<double>& values);

/// A span with room around `values` (not empty); from zero where a linear one comes near it.
Span span_around(const std::vector<double>& values, Scale scale);

/// Steps of 1, 2 or 5 times a power of ten that divide `span` into at most `most` parts.
double nice_step(const Span& span, int most);

struct Tick {
  double value = 0;
  std::string label;
};

/// Where values lie on the paper.
class Axis {
 public:
  /// `span` becomes `pixels`, which may fall (a vertical axis). Of Log, `span.low` is above zero.
  Axis(Span span, Scale scale, Span pixels) : span_(span), scale_(scale), pixels_(pixels) {}

  double at(double value) const;
  /// The same, held inside the axis.
  double clamped(double value) const;
  const Span& span() const { return span_; }
  const Span& pixels() const { return pixels_; }
  Scale scale() const { return scale_; }

 private:
  Span span_;
  Scale scale_;
  Span pixels_;
};

constexpr double kTickSize = 12;  ///< pixels of a tick's label

/// Ticks at round numbers of `unit` whose labels do not touch at 12 pixels: side by side on a
/// horizontal axis, above each other on a vertical one. `suffix` follows each label ("×").
enum class Direction { Horizontal, Vertical };
std::vector<Tick> ticks_of(const Axis& axis, const AxisUnit& unit, Direction direction,
                           std::string_view suffix = "");

}  // namespace gpujob
