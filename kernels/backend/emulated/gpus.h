// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace emulated {

/// A GPU that can be emulated.
struct Gpu {
  const char* key;
  const char* name;
  int major, minor;          ///< compute capability of CUDA
  const char* architecture;  ///< of HIP
  std::size_t memory_bytes;
  int cache_bytes;           ///< of level 2
  int core_khz, memory_khz;  ///< at most
};

/// The row of that key; nullptr if there is none.
const Gpu* find_gpu(const std::string& key);

}  // namespace emulated
