// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace gpujob {

/// What text is shown on. By default a pipe or a file: any width, no colours.
struct Screen {
  std::size_t columns = 0;  ///< 0: unlimited
  bool colours = false;
};

/// Parameters of the terminal's escape sequence for colours ("31"); empty: the usual colour.
using Colour = std::string_view;

inline constexpr Colour kRed = "31", kGreen = "32", kYellow = "33", kCyan = "36";

/// `text` in a colour where the screen has colours.
inline std::string coloured(std::string_view text, Colour colour, const Screen& screen) {
  if (!screen.colours || colour.empty()) return std::string(text);
  return "\033[" + std::string(colour) + "m" + std::string(text) + "\033[0m";
}

}  // namespace gpujob
