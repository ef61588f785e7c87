// SPDX-License-Identifier: MIT
#include "report/plot/roofline_plot.h"

#include <algorithm>

namespace gpujob {

namespace {

constexpr double kRooflineTitle = 16, kRooflineTop = 30, kRooflineHeight = 300, kRooflineLeft = 80;

/// Three decades around the points: enough to see which roof is theirs.
Span intensities(const RooflinePlot& plot) {
  std::vector<double> values;
  for (const RooflinePoint& point : plot.points) {
    values.insert(values.end(), {point.intensity / 30, point.intensity * 30});
    // The ridge, where both roofs meet, when it is not far off.
    if (point.compute && point.memory) {
      const double ridge = *point.compute / *point.memory;
      if (ridge < point.intensity * 1e4 && ridge > point.intensity / 1e4) values.push_back(ridge);
    }
  }
  return span_around(values, Scale::Log);
}

/// From below the points to above their roofs.
Span rates(const RooflinePlot& plot) {
  std::vector<double> values;
  for (const RooflinePoint& point : plot.points) {
    values.insert(values.end(), {point.rate / 3, point.rate * 1.5});
    if (point.compute) {
      values.push_back(*point.compute * 1.5);
    } else if (point.memory) {
      values.push_back(*point.memory * point.intensity * 1.5);
    }
  }
  return span_around(values, Scale::Log);
}

/// The lower of both ceilings from the left edge to the right one, cut at the lower edge.
std::string roof_of(const RooflinePoint& point, const Axis& x, const Axis& y) {
  const Span& across = x.span();
  std::vector<double> corners{across.low, across.high};
  if (point.memory) {
    corners.push_back(y.span().low / *point.memory);
    corners.push_back((point.compute ? *point.compute : y.span().high) / *point.memory);
  }
  std::sort(corners.begin(), corners.end());
  std::string path;
  for (const double at : corners) {
    if (at < across.low || at > across.high) continue;
    double roof = point.compute.value_or(1e300);
    if (point.memory) roof = std::min(roof, *point.memory * at);
    if (roof < y.span().low * 0.999 || roof > y.span().high * 1.001) continue;
    path += (path.empty() ? "M" : "L") + coordinate(x.at(at)) + " " + coordinate(y.at(roof));
  }
  return path;
}

}  // namespace

Svg draw(const RooflinePlot& plot) {
  const double bottom = kRooflineTop + kRooflineHeight;
  const Axis x(intensities(plot), Scale::Log, {kRooflineLeft, kPlotWidth - 20});
  const Axis y(rates(plot), Scale::Log, {bottom, kRooflineTop});
  const AxisUnit unit = axis_unit({Measure::Kind::Rate, "op"}, y.span().high / 10);
  Svg svg(kPlotWidth, bottom + kAxisHeight);
  draw_vertical(svg, y, ticks_of(y, unit, Direction::Vertical), {kRooflineLeft, kPlotWidth - 20});
  svg.text({4, kRooflineTitle}, axis_title("rate", unit, "log scale"), "note");
  draw_horizontal(svg, x, ticks_of(x, {1, ""}, Direction::Horizontal), {kRooflineTop, bottom},
                  "operations a byte of memory traffic declared by the workload (log scale)");
  std::vector<KeyEntry> key;
  for (const RooflinePoint& point : plot.points) {
    svg.open(point.series.colour());
    svg.path(roof_of(point, x, y), "roof");
    draw_marker(svg, {x.at(point.intensity), y.at(point.rate)}, point.series);
    svg.close();
    key.push_back({point.label, point.series});
  }
  const double below = bottom + kAxisHeight + 12;
  svg.set_height(below + draw_key(svg, key, {kRooflineLeft, below}, kPlotWidth - 10));
  return svg;
}

}  // namespace gpujob
