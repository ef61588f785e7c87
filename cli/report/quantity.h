// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace gpujob {

/// Three significant digits with a decimal prefix: "36.2 Top/s", "202 MB/s", "0.500 op/s".
std::string format_quantity(double value, std::string_view unit);

/// "83.7 %"
std::string format_share(double share);

/// The value of seven significant digits next to this one: what a measurement holds at most. For
/// documents that people and programs read, where sums and interpolation leave a tail of digits
/// that were not measured. Raw samples are never rounded.
double rounded(double value);

/// An error or a tolerance: "2.1e-07".
std::string format_error(double error);

}  // namespace gpujob
