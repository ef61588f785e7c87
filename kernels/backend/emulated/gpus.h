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
  const char* architecture;  ///< of HIP; empty for a GPU of NVIDIA
  int units;                 ///< multiprocessors or compute units
  std::size_t memory_bytes;
  int cache_bytes;         ///< of level 2
  int shared_bytes;        ///< of a block, without opting in
  int shared_optin_bytes;  ///< of a block that opted in
  int warp;                ///< threads
  int core_khz;            ///< at most; 0: unknown, as is the clock of the memory of all
};

/// The row of that key; nullptr if the table has no such row.
const Gpu* find_gpu(const std::string& key);

}  // namespace emulated
