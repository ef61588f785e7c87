// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "backend/emulated/runtime.h"

namespace emulated {

/// What is launched at a time.
struct Grid {
  std::size_t blocks = 0;
  unsigned threads = 0;               ///< per block
  std::size_t dynamic_bytes = 0;      ///< of shared memory per block
  std::size_t most_shared_bytes = 0;  ///< per block: dynamic and static
  unsigned warp = 32;                 ///< threads
  dim3 shape, block_shape;            ///< of the blocks and of the threads of each
};

/// What went wrong in a kernel.
struct Problem {
  Error error = Error::Success;
  std::string text;
};

/// Runs all blocks of a kernel on this thread, in an order drawn from `seed`.
Problem run_blocks(const Grid& grid, unsigned seed, const std::function<void()>& kernel);

}  // namespace emulated
