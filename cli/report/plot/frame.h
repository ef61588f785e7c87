// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/plot/plot_axis.h"
#include "report/plot/plot_style.h"
#include "report/plot/svg.h"

// What all plots have in common: a width, a grid, axis titles, a key.

namespace gpujob {

constexpr double kPlotWidth = 900;  ///< pixels
constexpr double kLabelSize = 13;   ///< pixels of a row's label

/// A horizontal axis along the lower edge of an area from `top` to `bottom`: a grid line and a
/// label a tick, the title below if there is one. It takes `kAxisHeight` pixels below `bottom`.
constexpr double kAxisHeight = 46;
void draw_horizontal(Svg& svg, const Axis& axis, const std::vector<Tick>& ticks, Span area,
                     std::string_view title);

/// A vertical axis along the left edge of an area from `area.low` to `area.high`.
void draw_vertical(Svg& svg, const Axis& axis, const std::vector<Tick>& ticks, Span area);

/// Which marker and colour means what.
struct KeyEntry {
  std::string label;
  Series series;
};

/// Entries side by side from `left` on, in as many lines as they need; gives the height they took.
double draw_key(Svg& svg, const std::vector<KeyEntry>& entries, Spot corner, double right);

/// Pixels for row labels left of an area: the widest, within reason.
double label_room(const std::vector<std::string>& labels);

/// "kernel time in ms (less is better)"
std::string axis_title(std::string_view what, const AxisUnit& unit, std::string_view remark);

}  // namespace gpujob
