// SPDX-License-Identifier: MIT
// Products of the lower 32 bits of 64-bit lanes: one instruction on x86-64 and on GPUs, which a
// compiler does not find by itself in a product of 64-bit values. What the upper halves of the
// factors hold does not matter.
#pragma once

#include <cstdint>

#include "device/macros.h"
#include "device/simd.h"

#if !GPUJOB_GPU && defined(__x86_64__) && !defined(__clang__)
#include <immintrin.h>  // declares the builtins
#define GPUJOB_MULTIPLY_BUILTINS 1
#else
#define GPUJOB_MULTIPLY_BUILTINS 0
#endif

namespace gpujob {

GPUJOB_FN std::uint64_t multiply_low(std::uint64_t a, std::uint64_t b, Scalar /*simd*/) {
  return std::uint64_t{static_cast<std::uint32_t>(a)} * static_cast<std::uint32_t>(b);
}

#if GPUJOB_MULTIPLY_BUILTINS
// Builtins, because the functions of immintrin.h cannot be inlined into code for any processor.
template <class W, int Bytes>
GPUJOB_FN W multiply_low(const W& a, const W& b, Vector<Bytes> /*simd*/) {
  using Halves = typename VectorOf<int, Bytes>::type;
  const auto left = reinterpret_cast<Halves>(a), right = reinterpret_cast<Halves>(b);
  if constexpr (Bytes == 64) {
    using Result = typename VectorOf<long long, Bytes>::type;
    return reinterpret_cast<W>(__builtin_ia32_pmuludq512_mask(left, right, Result{}, 0xff));
  } else if constexpr (Bytes == 32) {
    return reinterpret_cast<W>(__builtin_ia32_pmuludq256(left, right));
  } else {
    return reinterpret_cast<W>(__builtin_ia32_pmuludq128(left, right));
  }
}
#elif !GPUJOB_GPU
template <class W, int Bytes>
GPUJOB_FN W multiply_low(const W& a, const W& b, Vector<Bytes> /*simd*/) {
  return (a & 0xffffffffu) * (b & 0xffffffffu);
}
#endif

}  // namespace gpujob
