// SPDX-License-Identifier: MIT
// The same points on one core: what the times of a GPU are compared with.
#pragma once

#include "points.h"

inline void serial(unsigned* hits, int n, unsigned key) {
  *hits = 0;
  for (int i = 0; i < n; ++i) {
    if (is_hit(i, key)) ++*hits;
  }
}
