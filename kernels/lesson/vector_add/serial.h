// SPDX-License-Identifier: MIT
// The same sums on one core, one after the other: what the times of a GPU are compared with.
#pragma once

inline void serial(const float* a, const float* b, float* c, int n) {
  for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
}
