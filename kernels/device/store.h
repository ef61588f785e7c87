// SPDX-License-Identifier: MIT
// Writing results: into the caches, or past them.
//
// A core that writes to a line it does not hold reads the line first, so that c = a + b moves 16
// bytes per element where 12 are needed. A store past the caches (non-temporal) writes whole lines
// and reads none. It is faster for results larger than the cache, and slower for smaller ones,
// which the next reader would have found there. GPUs write whole lines anyway.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/macros.h"
#include "device/pack.h"
#include "device/queue.h"
#include "device/simd.h"

namespace gpujob {

enum class Stores { Cached, Past };

/// How the queue's device should store `bytes` of results from `to` on.
inline Stores stores_for([[maybe_unused]] const Queue& queue, [[maybe_unused]] const void* to,
                         [[maybe_unused]] std::size_t bytes) {
#if !GPUJOB_GPU
  const bool aligned = reinterpret_cast<std::uintptr_t>(to) % 64 == 0;
  if (aligned && bytes > queue.cache_bytes() / 4) return Stores::Past;
#endif
  return Stores::Cached;
}

template <class T>
GPUJOB_FN void store(T* to, const T& value, Stores /*stores*/, Scalar /*simd*/) {
  *to = value;
}

template <class T, int N, int Count>
GPUJOB_FN void store(T* to, const Pack<T, N>& value, Stores /*stores*/, Packs<Count> /*simd*/) {
  GPUJOB_UNROLL(4)
  for (int k = 0; k < Count; ++k) {
    Pack<T, N / Count> one;
    GPUJOB_UNROLL(16)
    for (int l = 0; l < N / Count; ++l) one.at[l] = value.at[k * (N / Count) + l];
    *reinterpret_cast<Pack<T, N / Count>*>(to + k * Pack16::apart<T>) = one;
  }
}

#if !GPUJOB_GPU
/// `to` is aligned to the vector if the store goes past the caches.
template <class T, class V, int Bytes>
GPUJOB_FN void store(T* to, const V& value, Stores stores, Vector<Bytes> /*simd*/) {
  static_assert(sizeof(V) == Bytes);
  if (stores == Stores::Past) {
    typedef V Line __attribute__((may_alias));
    Line* line = reinterpret_cast<Line*>(to);
#if defined(__clang__)
    __builtin_nontemporal_store(value, line);
    return;
#elif defined(__x86_64__)
    // The builtins of g++ are known only inside functions of their own instruction set.
    if constexpr (Bytes == 16) {
      asm volatile("movntps %1, %0" : "=m"(*line) : "x"(value));
    } else {
      asm volatile("vmovntps %1, %0" : "=m"(*line) : "v"(value));
    }
    return;
#endif
  }
  __builtin_memcpy(to, &value, Bytes);
}
#endif

/// Orders stores past the caches: those before this call become visible before those after it.
GPUJOB_FN void order_stores() {
#if !GPUJOB_GPU && defined(__x86_64__)
  __builtin_ia32_sfence();
#endif
}

}  // namespace gpujob
