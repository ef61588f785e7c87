// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "report/plot/frame.h"

namespace gpujob {

/// One launch: when it started (seconds since 1970) and what it measured.
struct TimePoint {
  double when = 0;
  double median = 0;
  Span spread;  ///< lower and upper quartile
};

struct TimeLine {
  std::string label;
  Series series;
  std::vector<TimePoint> points;  ///< not empty, in the order of time
};

struct TimePlot {
  Measure measure;
  std::string what;
  std::vector<TimeLine> lines;  ///< not empty
  std::vector<double> changes;  ///< when something in the environment changed, rising
};

/// Medians over time with whiskers from quartile to quartile, a panel a line, each with a scale of
/// its own: a change of a percent is to be seen on the fastest and on the slowest. Each change is a
/// broken line with a number, counted from 1, that the table beneath explains.
Svg draw(const TimePlot& plot);

}  // namespace gpujob
