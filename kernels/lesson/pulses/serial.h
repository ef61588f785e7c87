// SPDX-License-Identifier: MIT
// The same samples on one core: what the times of a GPU are compared with.
#pragma once

#include <algorithm>
#include <cmath>

inline void serial(const float* noise, float* out, int n, float period) {
  for (int i = 0; i < n; ++i) {
    float height = std::sin(static_cast<float>(i) / period) - 0.3f;
    out[i] = std::max(height, 0.0f) * 100.0f + noise[i];
  }
}
