// SPDX-License-Identifier: MIT
#pragma once

// The one place that knows which library formats text (the compiler here has no <format> yet). Half
// of all sources include this, so it only declares; format.cc compiles the rest.

#include <fmt/core.h>
#include <string>
#include <string_view>

namespace gpujob {

using fmt::format;

/// The texts joined by `between`.
template <class Texts>
std::string join(const Texts& texts, std::string_view between) {
  std::string all;
  std::string_view separator;
  for (const auto& text : texts) {
    all += separator;
    all += text;
    separator = between;
  }
  return all;
}

}  // namespace gpujob
