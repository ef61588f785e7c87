// SPDX-License-Identifier: MIT
#pragma once

#define EMULATED(name) hip##name
#include "backend/emulated/include/names.h"

#define HIP_VERSION_MAJOR 5
#define HIP_VERSION_MINOR 2
#define HIP_VERSION_PATCH 21153

#define hipEventDisableSystemFence emulated::kNoFence  // of versions after this one

using hipDeviceProp_t = emulated::Properties;
#define EMULATED_ATTRIBUTE(name) \
  inline constexpr auto hipDeviceAttribute##name = emulated::Attribute::name;
EMULATED_ATTRIBUTE(ClockRate)
EMULATED_ATTRIBUTE(MemoryClockRate)
EMULATED_ATTRIBUTE(L2CacheSize)
EMULATED_ATTRIBUTE(WarpSize)
EMULATED_ATTRIBUTE(MaxSharedMemoryPerBlock)
#undef EMULATED_ATTRIBUTE

// Without masks: all lanes that have not ended take part.
#define EMULATED_SHUFFLE(name, how)                                                     \
  template <class T>                                                                    \
  T name(T value, int by, int width = 64, int line = __builtin_LINE()) {                \
    return emulated::shuffle(emulated::Shuffle::how, value, static_cast<unsigned>(by),  \
                             static_cast<unsigned>(width), emulated::kWholeWarp, line); \
  }
EMULATED_SHUFFLE(__shfl, Index)
EMULATED_SHUFFLE(__shfl_up, Up)
EMULATED_SHUFFLE(__shfl_down, Down)
EMULATED_SHUFFLE(__shfl_xor, Xor)
#undef EMULATED_SHUFFLE

inline unsigned long long __ballot(int yes, int line = __builtin_LINE()) {
  return emulated::vote(yes != 0, emulated::kWholeWarp, line);
}

/// The cosine of an angle in turns.
inline float emulated_cosf(float turns) {
  return std::cos(turns * 6.2831853f);
}
#define __builtin_amdgcn_cosf(turns) emulated_cosf(turns)
