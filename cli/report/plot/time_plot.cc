// SPDX-License-Identifier: MIT
#include "report/plot/time_plot.h"

#include <algorithm>

#include "base/format.h"
#include "report/plot/time_axis.h"

namespace gpujob {

namespace {

constexpr double kTimeTop = 6;
constexpr double kTimeBadge = 20;   ///< pixels a line of numbers
constexpr double kTimePanel = 110;  ///< pixels of the area of a line
constexpr double kTimeName = 30;    ///< pixels above it, for its name
constexpr double kTimeLeft = 74, kTimeRight = 20;

/// On which line the number of each change stands so that none touch.
std::vector<std::size_t> badge_lines(const std::vector<double>& places) {
  std::vector<double> free;  // where each line has room again
  std::vector<std::size_t> lines;
  for (const double x : places) {
    std::size_t line = 0;
    while (line < free.size() && free[line] > x) ++line;
    if (line == free.size()) free.push_back(0);
    free[line] = x + 24;
    lines.push_back(line);
  }
  return lines;
}

void draw_changes(Svg& svg, const std::vector<double>& places,
                  const std::vector<std::size_t>& lines, double bottom) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double x = places[i];
    const double y = kTimeTop + 10 + kTimeBadge * static_cast<double>(lines[i]);
    svg.line({x, y + 8}, {x, bottom}, "change");
    svg.rectangle({x - 10, y - 8}, {x + 10, y + 8}, "badge");
    svg.text({x, y + 4}, std::to_string(i + 1), "small", Anchor::Middle);
  }
}

void draw_points(Svg& svg, const TimeLine& line, const Axis& times, const Axis& values) {
  std::vector<CurveSpot> spots;
  for (const TimePoint& point : line.points) {
    spots.push_back({{times.at(point.when), values.at(point.median)},
                     values.at(point.spread.low),
                     values.at(point.spread.high)});
  }
  draw_curve(svg, spots, line.series);
}

/// The line's own axis of values over its panel.
Axis values_of(const TimeLine& line, double bottom) {
  std::vector<double> values;
  for (const TimePoint& point : line.points) {
    values.insert(values.end(), {point.median, point.spread.low, point.spread.high});
  }
  const Scale scale = scale_for(values);
  return {span_around(values, scale), scale, {bottom, bottom - kTimePanel}};
}

void draw_panel(Svg& svg, const TimePlot& plot, const TimeLine& line, const Axis& times,
                double bottom) {
  const Axis values = values_of(line, bottom);
  const AxisUnit unit = axis_unit(plot.measure, values.span().high);
  draw_vertical(svg, values, ticks_of(values, unit, Direction::Vertical),
                {kTimeLeft, kPlotWidth - kTimeRight});
  svg.line({kTimeLeft, bottom}, {kPlotWidth - kTimeRight, bottom}, "axis");
  svg.open(line.series.colour());
  const double name = bottom - kTimePanel - 12;
  draw_marker(svg, {8, name}, line.series);
  const std::string scale = values.scale() == Scale::Log ? ", log scale" : "";
  svg.text({20, name + 4.5},
           shortened(format("{}, {} in {}{}", line.label, plot.what, unit.name, scale),
                     kPlotWidth - 30, kLabelSize),
           "strong");
  draw_points(svg, line, times, values);
  svg.close();
}

/// Ten minutes around at least, or the launches of one job would claim a trend.
Span time_span(const TimePlot& plot) {
  double first = plot.lines[0].points[0].when, last = first;
  for (const TimeLine& line : plot.lines) {
    first = std::min(first, line.points.front().when);
    last = std::max(last, line.points.back().when);
  }
  const double room = std::max((last - first) * 0.04, 600.0);
  return {first - room, last + room};
}

}  // namespace

Svg draw(const TimePlot& plot) {
  const Axis times(time_span(plot), Scale::Linear, {kTimeLeft, kPlotWidth - kTimeRight});
  std::vector<double> places;
  for (const double change : plot.changes) places.push_back(times.clamped(change));
  const std::vector<std::size_t> lines = badge_lines(places);
  const std::size_t most = lines.empty() ? 0 : *std::max_element(lines.begin(), lines.end()) + 1;
  const double top = kTimeTop + kTimeBadge * static_cast<double>(most);
  const double bottom = top + (kTimeName + kTimePanel) * static_cast<double>(plot.lines.size());
  Svg svg(kPlotWidth, bottom + kAxisHeight);
  draw_horizontal(svg, times, time_ticks(times), {top, bottom}, "start of the launch, UTC");
  draw_changes(svg, places, lines, bottom);
  for (std::size_t i = 0; i < plot.lines.size(); ++i) {
    draw_panel(svg, plot, plot.lines[i], times,
               top + (kTimeName + kTimePanel) * static_cast<double>(i + 1));
  }
  return svg;
}

}  // namespace gpujob
