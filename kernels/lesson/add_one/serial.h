// SPDX-License-Identifier: MIT
// The same additions on one core, row after row: what the times of a GPU are compared with.
#pragma once

inline void serial(float* a, int n) {
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) a[row * n + column] += 1;
  }
}
