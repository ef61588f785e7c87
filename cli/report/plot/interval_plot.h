// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/plot/frame.h"

namespace gpujob {

/// One row: a median with its interval and the middle half of the samples.
struct IntervalRow {
  std::string label;
  std::string remark;  ///< below the label, small: "rehearsal", "class R"
  Series series;
  double median = 0;
  std::optional<Span> interval;  ///< absent: too few samples, and the marker is hollow
  Span spread;                   ///< lower and upper quartile
};

struct IntervalPlot {
  Measure measure;
  std::string what;               ///< "kernel time"
  std::string remark;             ///< "less is better"
  std::vector<IntervalRow> rows;  ///< not empty
};

/// Dots and intervals, a row each in the order given; the median in words stands at the right.
Svg draw(const IntervalPlot& plot);

/// One row of a ratio plot.
struct RatioRow {
  std::string label;
  Series series;
  double ratio = 1;
  std::optional<Span> interval;
  std::string verdict;
  Fill fill = Fill::Solid;  ///< Solid: told apart from the baseline
};

struct RatioPlot {
  std::string baseline;
  std::optional<Span> band;    ///< the baseline's own interval over its median
  std::vector<RatioRow> rows;  ///< not empty
};

/// Ratios on a log axis with a line at 1, "no difference", and the band around it.
Svg draw(const RatioPlot& plot);

}  // namespace gpujob
