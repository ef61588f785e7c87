// SPDX-License-Identifier: MIT
#pragma once

// The one place that knows which library formats text (the compiler here has no <format> yet).

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gpujob {

using fmt::format;
using fmt::join;

}  // namespace gpujob
