// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

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

}  // namespace gpujob
