// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "harness/answer.h"

namespace gpujob::peak {

/// What every chain has to come to: `expected`, relative to which all of `values` are judged.
Answer check_chains(const std::vector<double>& values, double expected, double tolerance);

/// The sum of the eight chains of an item after `steps`, and what its relative error may be in
/// float32 (`single`) or float64.
double multiply_add_chains(int steps);
double multiply_add_tolerance(bool single);
double cosine_chains(int steps);
double cosine_tolerance(int steps, bool single);

/// `values` have to be `expected` to the last bit: launches counted, bytes copied.
Answer check_exact(const std::vector<double>& values, const std::vector<double>& expected,
                   const char* what);

}  // namespace gpujob::peak
