// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "report/plot/interval_plot.h"

namespace gpujob {

namespace {

constexpr double kRatioRow = 32;
constexpr double kRatioTop = 26;      ///< pixels above the first row, for the words at the line
constexpr double kRatioGap = 18;      ///< pixels between labels and area
constexpr double kFewestWords = 250;  ///< pixels for the verdicts at the right, at least
constexpr double kMostWords = 390;
constexpr double kWordsGap = 18;  ///< of these left free

/// Around 1 and all values; at least ±2 %, so that noise does not look like a difference.
Span span_of(const RatioPlot& plot) {
  std::vector<double> values{0.98, 1.02};
  for (const RatioRow& row : plot.rows) {
    values.push_back(row.ratio);
    if (row.interval) values.insert(values.end(), {row.interval->low, row.interval->high});
  }
  if (plot.band) values.insert(values.end(), {plot.band->low, plot.band->high});
  return span_around(values, Scale::Log);
}

/// Pixels for the verdicts: a cut one would lose what makes it true.
double words_room(const RatioPlot& plot) {
  double room = kFewestWords;
  for (const RatioRow& row : plot.rows) {
    room = std::max(room, text_width(row.verdict, kLabelSize) + kWordsGap);
  }
  return std::min(room, kMostWords);
}

void draw_row(Svg& svg, const RatioRow& row, const Axis& axis, double y) {
  const double left = axis.pixels().low - kRatioGap;
  svg.text({left, y + 4.5}, shortened(row.label, left - 4, kLabelSize), "label", Anchor::End);
  svg.open(row.series.colour());
  if (row.interval) {
    svg.line({axis.at(row.interval->low), y}, {axis.at(row.interval->high), y}, "interval");
  }
  draw_marker(svg, {axis.at(row.ratio), y}, row.series, row.fill);
  svg.close();
  const double words = kPlotWidth - axis.pixels().high - kWordsGap;
  svg.text({axis.pixels().high + 14, y + 4.5}, shortened(row.verdict, words, kLabelSize), "label");
}

}  // namespace

Svg draw(const RatioPlot& plot) {
  std::vector<std::string> labels;
  for (const RatioRow& row : plot.rows) labels.push_back(row.label);
  const Axis axis(span_of(plot), Scale::Log,
                  {label_room(labels) + kRatioGap, kPlotWidth - words_room(plot)});
  const double bottom = kRatioTop + kRatioRow * static_cast<double>(plot.rows.size()) + 4;
  Svg svg(kPlotWidth, bottom + kAxisHeight);
  if (plot.band) {
    svg.rectangle({axis.at(plot.band->low), kRatioTop}, {axis.at(plot.band->high), bottom}, "band");
  }
  const std::string title = format("times as good as {} (log scale)", plot.baseline);
  draw_horizontal(svg, axis, ticks_of(axis, {1, ""}, Direction::Horizontal, "×"),
                  {kRatioTop, bottom}, title);
  svg.line({axis.at(1), kRatioTop - 6}, {axis.at(1), bottom}, "one");
  const double half = text_width("no difference", 12) / 2;
  svg.text({std::clamp(axis.at(1), half, kPlotWidth - half), kRatioTop - 11}, "no difference",
           "note", Anchor::Middle);
  for (std::size_t i = 0; i < plot.rows.size(); ++i) {
    draw_row(svg, plot.rows[i], axis, kRatioTop + kRatioRow * (static_cast<double>(i) + 0.5));
  }
  return svg;
}

}  // namespace gpujob
