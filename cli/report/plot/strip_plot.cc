// SPDX-License-Identifier: MIT
#include "report/plot/strip_plot.h"

#include <algorithm>

#include "base/format.h"

namespace gpujob {

namespace {

constexpr double kStripRow = 22;      ///< pixels a launch
constexpr double kStripHeading = 26;  ///< pixels for a group's name
constexpr double kStripTop = 6;
constexpr double kStripFoot = 40;  ///< pixels for the ticks and some air
constexpr double kStripGap = 14;   ///< pixels between labels and area

void draw_strip(Svg& svg, const Strip& strip, const Axis& axis, double top) {
  constexpr double margin = 4;
  const double room = kStripRow - 2 * margin;
  const auto last = static_cast<double>(std::max<std::size_t>(strip.samples.size() - 1, 1));
  std::string dots;
  for (const std::size_t i : drawn_samples(strip.samples)) {
    const double share = strip.samples.size() == 1 ? 0.5 : static_cast<double>(i) / last;
    dots += "M" + coordinate(axis.at(strip.samples[i])) + " " +
            coordinate(top + margin + share * room) + "h0";
  }
  const double x = axis.at(strip.median);
  svg.line({x, top + 2}, {x, top + kStripRow - 2}, "median");
  svg.path(dots, "dots");
  const double left = axis.pixels().low - kStripGap;
  svg.text({left, top + kStripRow / 2 + 4}, shortened(strip.label, left - 4, 12), "tick",
           Anchor::End);
}

Axis axis_of(const StripGroup& group, Span pixels) {
  std::vector<double> values;
  for (const Strip& strip : group.strips) {
    values.insert(values.end(), strip.samples.begin(), strip.samples.end());
  }
  const Scale scale = scale_for(values);
  return {span_around(values, scale), scale, pixels};
}

double height_of(const StripGroup& group) {
  return kStripHeading + kStripRow * static_cast<double>(group.strips.size()) + kStripFoot;
}

void draw_group(Svg& svg, const StripPlot& plot, const StripGroup& group, const Axis& axis,
                double top) {
  const double rows = top + kStripHeading;
  const double bottom = top + height_of(group) - kStripFoot;
  const AxisUnit unit = axis_unit(plot.measure, axis.span().high);
  draw_horizontal(svg, axis, ticks_of(axis, unit, Direction::Horizontal), {rows, bottom + 2}, "");
  const char* const remark = axis.scale() == Scale::Log ? "log scale" : "";
  svg.open(group.series.colour());
  draw_marker(svg, {8, top + kStripHeading / 2 - 2}, group.series);
  svg.text({20, top + kStripHeading / 2 + 2.5},
           shortened(format("{}, {}", group.label, axis_title(plot.what, unit, remark)),
                     kPlotWidth - 30, kLabelSize),
           "strong");
  for (std::size_t i = 0; i < group.strips.size(); ++i) {
    draw_strip(svg, group.strips[i], axis, rows + kStripRow * static_cast<double>(i));
  }
  svg.close();
}

}  // namespace

std::set<std::size_t> drawn_samples(const std::vector<double>& samples) {
  std::set<std::size_t> chosen;
  const std::size_t most = std::min(samples.size(), kMostDots - 2);
  for (std::size_t i = 0; i < most; ++i) chosen.insert(i * samples.size() / most);
  const auto [least, greatest] = std::minmax_element(samples.begin(), samples.end());
  chosen.insert(static_cast<std::size_t>(least - samples.begin()));
  chosen.insert(static_cast<std::size_t>(greatest - samples.begin()));
  return chosen;
}

Svg draw(const StripPlot& plot) {
  std::vector<std::string> labels;
  double height = kStripTop;
  for (const StripGroup& group : plot.groups) {
    height += height_of(group);
    for (const Strip& strip : group.strips) labels.push_back(strip.label);
  }
  Svg svg(kPlotWidth, height);
  const Span pixels{label_room(labels) + kStripGap, kPlotWidth - 24};
  double top = kStripTop;
  for (const StripGroup& group : plot.groups) {
    draw_group(svg, plot, group, axis_of(group, pixels), top);
    top += height_of(group);
  }
  return svg;
}

}  // namespace gpujob
