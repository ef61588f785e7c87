// SPDX-License-Identifier: MIT
// Copies to shared memory while the thread goes on, as CUDA's guide has them.
#pragma once

#include <cstddef>

#include "backend/emulated/runtime.h"

inline void __pipeline_memcpy_async(void* to, const void* from, std::size_t bytes,
                                    std::size_t zeros = 0, int line = __builtin_LINE()) {
  emulated::begin_copy(to, from, bytes, zeros, line);
}
inline void __pipeline_commit() {
  emulated::commit_copies();
}
inline void __pipeline_wait_prior(std::size_t newest) {
  emulated::await_copies(newest);
}
