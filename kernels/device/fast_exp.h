// SPDX-License-Identifier: MIT
// e^x without the library's special cases: no infinities, no denormals, |x| < 80.
//
// GPUs have an instruction for it (float). A CPU computes vectors of it: x = n ln 2 + r with n
// whole and |r| <= 0.3466, e^r by a polynomial, and n added to the exponent. n comes from
// adding 1.5 2^23 (2^52): that leaves no room for digits behind the point, and puts n into the
// lowest bits. Relative error 1.2e-7 (float), 4e-16 (double).
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>

#include "device/macros.h"
#include "device/pack.h"
#include "device/simd.h"

namespace gpujob {

/// (e^r - 1 - r) / r^2 for |r| <= 0.3466.
template <class T>
struct ExponentialTail;

template <>
struct ExponentialTail<float> {  // minimax, from the Cephes library
  static constexpr float magic = 12582912.0f, log2e = 1.44269504f;
  static constexpr float ln2_upper = 0.693359375f, ln2_lower = -2.12194440e-4f;
  static constexpr int mantissa_bits = 23;
  template <class W>
  GPUJOB_FN static W at(const W& r) {
    W p = r * 1.9875691500e-4f + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    return p * r + 5.0000001201e-1f;
  }
};

template <>
struct ExponentialTail<double> {  // the series, to the term r^13 / 13!
  static constexpr double magic = 6755399441055744.0, log2e = 1.4426950408889634;
  static constexpr double ln2_upper = 6.93145751953125e-1, ln2_lower = 1.42860682030941723212e-6;
  static constexpr int mantissa_bits = 52;
  template <class W>
  GPUJOB_FN static W at(const W& r) {
    W p = r * 1.6059043836821613e-10 + 2.08767569878681e-9;
    p = p * r + 2.505210838544172e-8;
    p = p * r + 2.755731922398589e-7;
    p = p * r + 2.7557319223985893e-6;
    p = p * r + 2.48015873015873e-5;
    p = p * r + 1.984126984126984e-4;
    p = p * r + 1.388888888888889e-3;
    p = p * r + 8.333333333333333e-3;
    p = p * r + 4.1666666666666664e-2;
    p = p * r + 1.6666666666666666e-1;
    return p * r + 0.5;
  }
};

#if !GPUJOB_GPU
struct ExponentialOfVector {
  template <class W>
  GPUJOB_FN W operator()(const W& x) const {
    using T = std::decay_t<decltype(x[0])>;
    using Tail = ExponentialTail<T>;
    using Bits = decltype(x < x);  // whole numbers of the same size
    const W shifted = x * Tail::log2e + Tail::magic;
    const W n = shifted - Tail::magic;
    const W r = x - n * Tail::ln2_upper - n * Tail::ln2_lower;
    const W power = r * r * Tail::at(r) + r + T(1);
    return reinterpret_cast<W>(reinterpret_cast<Bits>(power) +
                               (reinterpret_cast<Bits>(shifted) << Tail::mantissa_bits));
  }
};
#endif

/// One value or a vector of them.
template <class W>
GPUJOB_FN W fast_exp(const W& x) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  if constexpr (std::is_same_v<W, float>) {
    return __expf(x);
  } else {
    return exp(x);
  }
#elif GPUJOB_GPU
  return std::exp(x);
#else
  return of_vector(x, ExponentialOfVector());
#endif
}

template <class T, int N>
GPUJOB_FN Pack<T, N> fast_exp(const Pack<T, N>& x) {
  return each(x, [](T value) { return fast_exp(value); });
}

}  // namespace gpujob
