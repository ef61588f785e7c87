// SPDX-License-Identifier: MIT
#pragma once

#define EMULATED(name) cuda##name
#include "backend/emulated/include/names.h"

#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0

using cudaDeviceProp = emulated::Properties;
#define EMULATED_ATTRIBUTE(name) \
  inline constexpr auto cudaDevAttr##name = emulated::Attribute::name;
EMULATED_ATTRIBUTE(ClockRate)
EMULATED_ATTRIBUTE(MemoryClockRate)
EMULATED_ATTRIBUTE(L2CacheSize)
EMULATED_ATTRIBUTE(WarpSize)
EMULATED_ATTRIBUTE(MaxSharedMemoryPerBlock)
EMULATED_ATTRIBUTE(MaxSharedMemoryPerBlockOptin)
#undef EMULATED_ATTRIBUTE

inline void __syncwarp(unsigned mask = ~0u, int line = __builtin_LINE()) {
  emulated::wait_for_warp(mask, line);
}

#define EMULATED_SHUFFLE(name, how)                                                     \
  template <class T>                                                                    \
  T name(unsigned mask, T value, int by, int width = 32, int line = __builtin_LINE()) { \
    return emulated::shuffle(emulated::Shuffle::how, value, static_cast<unsigned>(by),  \
                             static_cast<unsigned>(width), mask, line);                 \
  }
EMULATED_SHUFFLE(__shfl_sync, Index)
EMULATED_SHUFFLE(__shfl_up_sync, Up)
EMULATED_SHUFFLE(__shfl_down_sync, Down)
EMULATED_SHUFFLE(__shfl_xor_sync, Xor)
#undef EMULATED_SHUFFLE

inline unsigned __ballot_sync(unsigned mask, int yes, int line = __builtin_LINE()) {
  return static_cast<unsigned>(emulated::vote(yes != 0, mask, line));
}
