// SPDX-License-Identifier: MIT
// Values on their way from global to shared memory while the thread computes: NVIDIA's GPUs from
// sm_80 on copy them past the registers, others hold them in one from the beginning to the end.
#pragma once

#include "device/macros.h"
#include "device/pack.h"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define GPUJOB_COPIES_ITSELF 1
#else
#define GPUJOB_COPIES_ITSELF 0
#endif

namespace gpujob {

/// Does the GPU copy past the registers? An emulated one is chosen when the program runs.
#if GPUJOB_COPIES_ITSELF && defined(GPUJOB_EMULATED)
inline bool copies_itself() {
  return emulated::has_async_copies();
}
#else
GPUJOB_FN constexpr bool copies_itself() {
  return GPUJOB_COPIES_ITSELF == 1;
}
#endif

/// Begins the GPU's copy of so many bytes, or of zeros.
template <int Bytes>
GPUJOB_FN void begin_copy([[maybe_unused]] void* to, [[maybe_unused]] const void* from,
                          [[maybe_unused]] bool there) {
  static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16, "no GPU copies so many bytes at once");
#if GPUJOB_COPIES_ITSELF && defined(GPUJOB_EMULATED)
  emulated::begin_copy(to, from, Bytes, there ? 0 : Bytes, __LINE__);
#elif GPUJOB_COPIES_ITSELF
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  if constexpr (Bytes == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from),
                 "r"(there ? Bytes : 0)
                 : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(address), "l"(from),
                 "n"(Bytes), "r"(there ? Bytes : 0)
                 : "memory");
  }
#endif
}

/// Waits for the GPU's copies of the thread.
GPUJOB_FN void await_copies() {
#if GPUJOB_COPIES_ITSELF && defined(GPUJOB_EMULATED)
  emulated::commit_copies();
  emulated::await_copies(0);
#elif GPUJOB_COPIES_ITSELF
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/// N neighbouring values, of 4, 8 or 16 bytes together.
template <class T, int N>
class AsyncCopy {
 public:
  /// Zeros unless the values are `there`; then none are read.
  GPUJOB_FN void begin(T* to, const T* from, bool there) {
    constexpr int bytes = N * static_cast<int>(sizeof(T));
    if (copies_itself()) {
      begin_copy<bytes>(to, from, there);
    } else {
      values_ = there ? *reinterpret_cast<const Pack<T, N>*>(from) : Pack<T, N>::all(0);
    }
  }

  /// Before a barrier, with await_copies() after all of a thread.
  GPUJOB_FN void end(T* to) const {
    if (!copies_itself()) *reinterpret_cast<Pack<T, N>*>(to) = values_;
  }

 private:
  Pack<T, N> values_;
};

}  // namespace gpujob
