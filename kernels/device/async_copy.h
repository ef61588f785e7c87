// SPDX-License-Identifier: MIT
// Values on their way from global to shared memory while the thread computes: NVIDIA's GPUs from
// sm_80 on copy them past the registers, others hold them in one from the beginning to the end.
#pragma once

#include "device/macros.h"
#include "device/pack.h"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 && !defined(GPUJOB_EMULATED)
#define GPUJOB_COPIES_ITSELF 1
#else
#define GPUJOB_COPIES_ITSELF 0
#endif

namespace gpujob {

/// N neighbouring values, of 4, 8 or 16 bytes together.
template <class T, int N>
class AsyncCopy {
 public:
  /// Zeros unless the values are `there`; then none are read.
  GPUJOB_FN void begin([[maybe_unused]] T* to, const T* from, bool there) {
#if GPUJOB_COPIES_ITSELF
    constexpr int bytes = N * static_cast<int>(sizeof(T));
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(to));
    if constexpr (bytes == 16) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from),
                   "r"(there ? bytes : 0)
                   : "memory");
    } else {
      asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(address), "l"(from),
                   "n"(bytes), "r"(there ? bytes : 0)
                   : "memory");
    }
#else
    values_ = there ? *reinterpret_cast<const Pack<T, N>*>(from) : Pack<T, N>::all(0);
#endif
  }

  /// Before a barrier, with await_copies() after all of a thread.
  GPUJOB_FN void end([[maybe_unused]] T* to) const {
#if !GPUJOB_COPIES_ITSELF
    *reinterpret_cast<Pack<T, N>*>(to) = values_;
#endif
  }

 private:
#if !GPUJOB_COPIES_ITSELF
  Pack<T, N> values_;
#endif
};

/// Waits for the thread's copies.
GPUJOB_FN void await_copies() {
#if GPUJOB_COPIES_ITSELF
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

}  // namespace gpujob
