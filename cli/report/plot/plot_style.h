// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/plot/svg.h"

namespace gpujob {

/// Colours as CSS variables, for light and dark screens and for paper.
std::string_view palette_style();

/// The classes that drawings use.
std::string_view plot_style();

/// Which of several things in a drawing something belongs to. Each has a colour and a shape, so
/// that it is known without colours; 36 differ.
struct Series {
  std::size_t number = 0;

  /// The class that gives the colour: "s0" … "s5".
  std::string colour() const;
};

enum class Fill { Solid, Hollow };

/// The shape of a series, about 10 pixels wide, in the colour of the group around it.
void draw_marker(Svg& svg, Spot centre, Series series, Fill fill = Fill::Solid);

/// A value of a curve, in pixels.
struct CurveSpot {
  Spot centre;
  double low = 0, high = 0;  ///< the ends of its whisker, downwards
  Fill fill = Fill::Solid;
};

/// Values with their whiskers, joined by a line, in the colour of the group around them.
void draw_curve(Svg& svg, const std::vector<CurveSpot>& spots, Series series);

}  // namespace gpujob
