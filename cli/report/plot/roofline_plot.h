// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/plot/frame.h"

namespace gpujob {

/// What a group reached, and the ceilings measured on its device in the same processes.
struct RooflinePoint {
  std::string label;
  Series series;
  double intensity = 0;           ///< operations a byte read or written, above zero
  double rate = 0;                ///< operations a second, above zero
  std::optional<double> compute;  ///< ceiling, operations a second
  std::optional<double> memory;   ///< ceiling, bytes per second
};

struct RooflinePlot {
  std::vector<RooflinePoint> points;  ///< not empty
};

/// Rate over intensity, both log, each with the roof of its own device in its colour. A ceiling
/// that was not measured is not drawn.
Svg draw(const RooflinePlot& plot);

}  // namespace gpujob
