// SPDX-License-Identifier: MIT
#include "report/plot/interval_plot.h"

#include <algorithm>

namespace gpujob {

namespace {

constexpr double kIntervalRow = 34;    ///< pixels a row
constexpr double kIntervalTop = 10;    ///< pixels above the first row
constexpr double kIntervalGap = 18;    ///< pixels between labels and area
constexpr double kIntervalSide = 110;  ///< pixels for the words at the right

std::vector<double> values_of(const IntervalPlot& plot) {
  std::vector<double> values;
  for (const IntervalRow& row : plot.rows) {
    values.insert(values.end(), {row.median, row.spread.low, row.spread.high});
    if (row.interval) values.insert(values.end(), {row.interval->low, row.interval->high});
  }
  return values;
}

void draw_row(Svg& svg, const IntervalPlot& plot, const IntervalRow& row, const Axis& axis,
              double y) {
  const double left = axis.pixels().low - kIntervalGap;
  const double label = row.remark.empty() ? y + 4.5 : y - 2;
  svg.text({left, label}, shortened(row.label, left - 4, kLabelSize), "label", Anchor::End);
  if (!row.remark.empty()) {
    svg.text({left, y + 12}, shortened(row.remark, left - 4, 11), "small", Anchor::End);
  }
  svg.open(row.series.colour());
  svg.line({axis.at(row.spread.low), y}, {axis.at(row.spread.high), y}, "spread");
  if (row.interval) {
    svg.line({axis.at(row.interval->low), y}, {axis.at(row.interval->high), y}, "interval");
  }
  draw_marker(svg, {axis.at(row.median), y}, row.series, row.interval ? Fill::Solid : Fill::Hollow);
  svg.close();
  svg.text({axis.pixels().high + 14, y + 4.5}, measured_text(plot.measure, row.median), "strong");
}

}  // namespace

Svg draw(const IntervalPlot& plot) {
  std::vector<std::string> labels;
  for (const IntervalRow& row : plot.rows) {
    labels.push_back(row.label);
    labels.push_back(row.remark);
  }
  const std::vector<double> values = values_of(plot);
  const Scale scale = scale_for(values);
  const Axis axis(span_around(values, scale), scale,
                  {label_room(labels) + kIntervalGap, kPlotWidth - kIntervalSide});
  const double bottom = kIntervalTop + kIntervalRow * static_cast<double>(plot.rows.size()) + 6;
  Svg svg(kPlotWidth, bottom + kAxisHeight);
  const AxisUnit unit = axis_unit(plot.measure, axis.span().high);
  std::string remark = plot.remark;
  if (scale == Scale::Log) remark += remark.empty() ? "log scale" : ", log scale";
  draw_horizontal(svg, axis, ticks_of(axis, unit, Direction::Horizontal), {kIntervalTop, bottom},
                  axis_title(plot.what, unit, remark));
  for (std::size_t i = 0; i < plot.rows.size(); ++i) {
    draw_row(svg, plot, plot.rows[i], axis,
             kIntervalTop + kIntervalRow * (static_cast<double>(i) + 0.5));
  }
  return svg;
}

}  // namespace gpujob
