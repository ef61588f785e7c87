// SPDX-License-Identifier: MIT
#include "report/plot/curve_plot.h"

#include "base/format.h"

namespace gpujob {

namespace {

constexpr double kCurveTitle = 16, kCurveTop = 30, kCurveHeight = 300, kCurveLeft = 80,
                 kCurveRight = 20;

Axis axis_of(const std::vector<double>& values, Span pixels) {
  const Scale scale = scale_for(values);
  return {span_around(values, scale), scale, pixels};
}

/// `words`, and that the axis is log where it is.
std::string remark_of(const Axis& axis, const std::string& words) {
  if (axis.scale() == Scale::Linear) return words;
  return words.empty() ? "log scale" : format("{}, log scale", words);
}

void draw(Svg& svg, const Curve& curve, const Axis& x, const Axis& y) {
  std::vector<CurveSpot> spots;
  for (const CurvePoint& point : curve.points) {
    spots.push_back({{x.at(point.at), y.at(point.median)},
                     y.at(point.whisker.low),
                     y.at(point.whisker.high),
                     point.fill});
  }
  svg.open(curve.series.colour());
  draw_curve(svg, spots, curve.series);
  svg.close();
}

}  // namespace

Svg draw(const CurvePlot& plot) {
  std::vector<double> places, values;
  std::vector<KeyEntry> key;
  for (const Curve& curve : plot.curves) {
    for (const CurvePoint& point : curve.points) {
      places.push_back(point.at);
      values.insert(values.end(), {point.median, point.whisker.low, point.whisker.high});
    }
    if (!curve.label.empty()) key.push_back({curve.label, curve.series});
  }
  const double bottom = kCurveTop + kCurveHeight;
  const Axis x = axis_of(places, {kCurveLeft, kPlotWidth - kCurveRight});
  const Axis y = axis_of(values, {bottom, kCurveTop});
  const AxisUnit unit = axis_unit(plot.measure, y.span().high);
  Svg svg(kPlotWidth, bottom + kAxisHeight);
  draw_vertical(svg, y, ticks_of(y, unit, Direction::Vertical),
                {kCurveLeft, kPlotWidth - kCurveRight});
  svg.text(
      {4, kCurveTitle},
      shortened(axis_title(plot.what, unit, remark_of(y, plot.remark)), kPlotWidth - 8, kTickSize),
      "note");
  draw_horizontal(svg, x, ticks_of(x, {1, ""}, Direction::Horizontal), {kCurveTop, bottom},
                  axis_title(plot.parameter, {1, ""}, remark_of(x, "")));
  for (const Curve& curve : plot.curves) draw(svg, curve, x, y);
  const double below = bottom + kAxisHeight + 12;
  if (!key.empty()) {
    svg.set_height(below + draw_key(svg, key, {kCurveLeft, below}, kPlotWidth - 10));
  }
  return svg;
}

}  // namespace gpujob
