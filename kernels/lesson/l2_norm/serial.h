// SPDX-License-Identifier: MIT
// The same norms on one core, row after row: what the times of a GPU are compared with.
#pragma once

#include <cmath>

inline void serial(const float* rows, float* norms, int n, int length) {
  for (int row = 0; row < n; ++row) {
    float sum = 0;
    for (int k = 0; k < length; ++k) sum += rows[row * length + k] * rows[row * length + k];
    norms[row] = std::sqrt(sum);
  }
}
