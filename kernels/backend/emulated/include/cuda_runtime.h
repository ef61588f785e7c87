// SPDX-License-Identifier: MIT
#pragma once

#define EMULATED(name) cuda##name
#include "backend/emulated/include/names.h"

#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0

using cudaDeviceProp = emulated::Properties;
inline constexpr auto cudaDevAttrClockRate = emulated::Attribute::ClockRate;
inline constexpr auto cudaDevAttrMemoryClockRate = emulated::Attribute::MemoryClockRate;
inline constexpr auto cudaDevAttrL2CacheSize = emulated::Attribute::L2CacheSize;
