// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "report/plot/frame.h"

namespace gpujob {

struct CurvePoint {
  double at = 0;  ///< the parameter's value
  double median = 0;
  Span whisker;             ///< the median's interval, or the median alone
  Fill fill = Fill::Solid;  ///< Hollow: too few samples for an interval
};

struct Curve {
  std::string label;  ///< empty: the only one needs none
  Series series;
  std::vector<CurvePoint> points;  ///< not empty, by `at`
};

struct CurvePlot {
  Measure measure;
  std::string what;           ///< "kernel time"
  std::string remark;         ///< "less is better", or empty
  std::string parameter;      ///< "n"
  std::vector<Curve> curves;  ///< not empty
};

/// Medians along a parameter, a line a curve; an axis whose values spread widely is log.
Svg draw(const CurvePlot& plot);

}  // namespace gpujob
