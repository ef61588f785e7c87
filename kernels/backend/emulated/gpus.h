// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace emulated {

/// A GPU that can be emulated: a row of gpus.txt.
struct Gpu {
  std::string key;
  std::string runtime;       ///< "cuda" or "hip"
  int major = 0, minor = 0;  ///< compute capability
  std::string architecture;  ///< of HIP; empty for CUDA
  int units = 0;             ///< multiprocessors or compute units
  std::size_t memory_bytes = 0;
  int cache_bytes = 0;         ///< of level 2
  int shared_bytes = 0;        ///< of a block, without opting in
  int shared_optin_bytes = 0;  ///< of a block that opted in
  int warp = 32;               ///< threads
  int core_khz = 0;            ///< at most; 0: unknown, as is the clock of the memory of all
  std::string name;
};

/// The row of that key; nullptr if the table has no such row. Ends the program with 2 for a table
/// that cannot be read.
const Gpu* find_gpu(const std::string& key);

/// The first row of this program's runtime.
const Gpu* usual_gpu();

}  // namespace emulated
