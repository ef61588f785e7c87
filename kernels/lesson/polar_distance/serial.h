// SPDX-License-Identifier: MIT
// The same distances on one core: what the times of a GPU are compared with.
#pragma once

#include <cmath>

inline void serial(const float* radius1, const float* angle1, const float* radius2,
                   const float* angle2, float* out, int n) {
  for (int i = 0; i < n; ++i) {
    float x = radius1[i] * std::cos(angle1[i]) - radius2[i] * std::cos(angle2[i]);
    float y = radius1[i] * std::sin(angle1[i]) - radius2[i] * std::sin(angle2[i]);
    out[i] = std::sqrt(x * x + y * y);
  }
}
