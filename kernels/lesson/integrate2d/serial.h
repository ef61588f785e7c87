// SPDX-License-Identifier: MIT
// The same sums on one core, one after the other: what the times of a GPU are compared with.
#pragma once

#include <cmath>

inline void serial(float* sums, int n, double phase) {
  double h = 3.141592653589793 / n;
  for (int i = 0; i < n; ++i) {
    double x = h * (i + 0.5) + phase;
    double sum = 0;
    for (int j = 0; j < n; ++j) sum += std::sin(x + h * (j + 0.5));
    sums[i] = sum;
  }
}
