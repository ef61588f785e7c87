// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "report/plot/frame.h"

namespace gpujob {

/// All samples of one launch, in the order in which they were taken.
struct Strip {
  std::string label;            ///< "2026-11-21 10:15 …9ABCD"
  std::vector<double> samples;  ///< not empty
  double median = 0;
};

/// The launches of one group.
struct StripGroup {
  std::string label;
  Series series;
  std::vector<Strip> strips;
};

struct StripPlot {
  Measure measure;
  std::string what;
  std::vector<StripGroup> groups;  ///< not empty, and neither is any
};

/// Of a launch with more samples this many are drawn, evenly over its time, its least and its
/// greatest always among them.
constexpr std::size_t kMostDots = 100;

/// Indices of the samples of a launch (not empty) that are drawn, rising.
std::set<std::size_t> drawn_samples(const std::vector<double>& samples);

/// Groups below each other, each with an axis of its own, or the noise of the fast ones could not
/// be seen beside the slow ones. One row per launch: each sample a dot, placed by its value along
/// the axis and by its turn from the upper to the lower edge of the row, so that a drift is a
/// slope; the median is a line.
Svg draw(const StripPlot& plot);

}  // namespace gpujob
