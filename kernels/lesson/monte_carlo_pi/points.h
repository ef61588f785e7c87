// SPDX-License-Identifier: MIT
// Is point i within the quarter of a circle? Its x and y are numbers from 0 to 65535 made of i,
// always the same for one key, so that the hits can be counted again. For a GPU and for a CPU.
#pragma once

#if defined(__CUDACC__) || defined(__HIP__)
#define ON_BOTH __host__ __device__
#else
#define ON_BOTH
#endif

ON_BOTH inline bool is_hit(unsigned i, unsigned key) {
  unsigned bits = i * 747796405u + key;
  bits = ((bits >> ((bits >> 28) + 4)) ^ bits) * 277803737u;  // PCG, O'Neill 2014
  bits = (bits >> 22) ^ bits;
  unsigned long long x = bits & 0xffff, y = bits >> 16;
  return x * x + y * y < (1ull << 32);
}
