// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <type_traits>

#include "device/ceiling.h"

namespace gpujob {

/// Chains of products of small matrices of T by a GPU's matrix units, where they compute T as
/// exactly as the others do: float64 on NVIDIA from sm_80 on, both on AMD's gfx90a and gfx942.
/// Elsewhere chains of multiply-adds.
template <class T>
struct MatrixChains {
  static constexpr int steps = 64;  ///< multiply-adds per thread of what `add` computes
  static constexpr int chains = 2 * steps;
  T* out;
  T factor, term;
  int rounds;

#if defined(__HIP_DEVICE_COMPILE__) && (defined(__gfx90a__) || defined(__gfx942__))
  using Sum = std::conditional_t<sizeof(T) == 8, double __attribute__((ext_vector_type(4))),
                                 float __attribute__((ext_vector_type(16)))>;
  GPUJOB_FN static void begin(Sum& sum, int chain) {
    sum = Sum{} + T(chain);
  }
  GPUJOB_FN static T total(const Sum& sum) {
    return sum[0] + sum[3];
  }
  GPUJOB_FN static void add(Sum& sum, T a, T b) {
    if constexpr (sizeof(T) == 8) {  // 16 x 16 x 4 by 64 threads
      GPUJOB_UNROLL(4)
      for (int k = 0; k < 4; ++k) sum = __builtin_amdgcn_mfma_f64_16x16x4f64(a, b, sum, 0, 0, 0);
    } else {  // 32 x 32 x 2
      GPUJOB_UNROLL(2)
      for (int k = 0; k < 2; ++k) sum = __builtin_amdgcn_mfma_f32_32x32x2f32(a, b, sum, 0, 0, 0);
    }
  }
#else
  struct Sum {
    T at[4];
  };
  GPUJOB_FN static void begin(Sum& sum, int chain) {
    sum = {T(chain), T(chain + 0.25), T(chain + 0.5), T(chain + 0.75)};
  }
  GPUJOB_FN static T total(const Sum& sum) {
    return (sum.at[0] + sum.at[1]) + (sum.at[2] + sum.at[3]);
  }
  GPUJOB_FN static void add_plainly(Sum& sum, T a, T b) {
    GPUJOB_UNROLL(4)
    for (int k = 0; k < steps; ++k) sum.at[k % 4] = sum.at[k % 4] * a + b;
  }
  GPUJOB_FN static void add(Sum& sum, T a, T b) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 && !defined(GPUJOB_EMULATED)
    if constexpr (sizeof(T) == 8) {
#if __CUDA_ARCH__ == 900  // the shape that Hopper's units are fully used by: 16 x 8 x 16
      const T c = a + b, d = a - b;
      asm volatile(
          "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3},"
          " {%4, %5, %6, %7, %4, %5, %6, %7}, {%4, %5, %6, %7}, {%0, %1, %2, %3};"
          : "+d"(sum.at[0]), "+d"(sum.at[1]), "+d"(sum.at[2]), "+d"(sum.at[3])
          : "d"(a), "d"(b), "d"(c), "d"(d));
#else
      GPUJOB_UNROLL(8)
      for (int k = 0; k < 8; ++k) {
        asm volatile(
            "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
            : "+d"(sum.at[k % 2 * 2]), "+d"(sum.at[k % 2 * 2 + 1])
            : "d"(a), "d"(b));
      }
#endif
    } else {
      add_plainly(sum, a, b);
    }
#else
    add_plainly(sum, a, b);
#endif
  }
#endif

  GPUJOB_FN void operator()(std::size_t i) const {
    Sum sums[2];
    GPUJOB_UNROLL(2)
    for (int c = 0; c < 2; ++c) begin(sums[c], c);
    for (int r = 0; r < rounds; ++r) {
      GPUJOB_UNROLL(2)
      // NOLINTNEXTLINE(modernize-loop-convert): not every compiler unrolls those
      for (int c = 0; c < 2; ++c) add(sums[c], factor, term);
    }
    T all = 0;
    GPUJOB_UNROLL(2)
    // NOLINTNEXTLINE(modernize-loop-convert): as above
    for (int c = 0; c < 2; ++c) all += total(sums[c]);
    out[i] = all;
  }
};

/// Multiply-adds of T per second by the matrix units. `units` as in Description.
template <class T>
Rate matrix_ceiling(Queue& queue, int units) {
  Buffer<T> out(chain_items(units));
  return chain_rate<T>(queue, out.count(), MatrixChains<T>{out.data(), T(0.999), T(0.0001), 16});
}

}  // namespace gpujob
