// SPDX-License-Identifier: MIT
// sin x and cos x without the library's special cases: |x| < 12,000 (float), 2e9 (double).
//
// A CPU computes vectors of them: x = n pi + r with n whole and |r| <= pi / 2, and
// sin x = (-1)^n sin r. pi is in three parts, of which n times the first two is exact. n comes from
// adding 1.5 2^23 (2^52), as in fast_exp.h, and the sign from its lowest bit. For
// cos x = sin(x + pi / 2) n is half a number. Absolute error 1.4e-7 (float), 4.6e-16 (double).
// GPUs have the library's: with it elementwise, pulses and polar_distance take as long as a copy
// of their bytes, at 0.999, 1.001 and 1.025 of its rate where that was measured:
// docs/benchmarks.md.
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>

#include "device/macros.h"
#include "device/pack.h"
#include "device/simd.h"

namespace gpujob {

/// sin(t) / t as a polynomial of s = t * t, minimax of the absolute error of sin(t) over
/// [-1.625, 1.625] with leading coefficient 1. Error 6.7e-9 (float), 2.0e-16 (double). t less_one +
/// t rounds less than t at, and costs a product more.
template <class T>
struct SineOverT;

template <>
struct SineOverT<float> {
  static constexpr float magic = 12582912.0f, over_pi = 0.318309886f;
  static constexpr float pi_upper = 3.140625f, pi_middle = 9.67502593994140625e-4f,
                         pi_lower = 1.50995803e-7f;
  static constexpr int sign_shift = 31;
  template <class W>
  GPUJOB_FN static W less_one(const W& s) {
    W p = s * 2.58944108e-6f + -1.98016801e-4f;
    p = s * p + 8.33294708e-3f;
    return s * (s * p + -1.66666542e-1f);
  }
  template <class W>
  GPUJOB_FN static W at(const W& s) {
    return less_one(s) + 1.0f;
  }
};

template <>
struct SineOverT<double> {
  static constexpr double magic = 6755399441055744.0, over_pi = 0.31830988618379067;
  static constexpr double pi_upper = 3.141592502593994, pi_middle = 1.5099578831723193e-7,
                          pi_lower = 1.0780605716316238e-14;
  static constexpr int sign_shift = 63;
  template <class W>
  GPUJOB_FN static W less_one(const W& s) {
    W p = s * -7.3451899832841969283e-13 + 1.6045617082811787572e-10;
    p = s * p + -2.5051794102176208083e-8;
    p = s * p + 2.7557315104171311805e-6;
    p = s * p + -1.9841269811604801835e-4;
    p = s * p + 8.3333333332277123307e-3;
    return s * (s * p + -1.6666666666665295682e-1);
  }
  template <class W>
  GPUJOB_FN static W at(const W& s) {
    return less_one(s) + 1.0;
  }
};

#if !GPUJOB_GPU
/// sin(x + ahead pi), `ahead` 0 or 1/2.
struct SineOfVector {
  float ahead;

  template <class W>
  GPUJOB_FN W operator()(const W& x) const {
    using T = std::decay_t<decltype(x[0])>;
    using Sine = SineOverT<T>;
    using Bits = decltype(x < x);  // whole numbers of the same size
    const W shifted = (x * Sine::over_pi + T(ahead)) + Sine::magic;
    const W n = shifted - Sine::magic - T(ahead);
    const W r = x - n * Sine::pi_upper - n * Sine::pi_middle - n * Sine::pi_lower;
    const W sine = r * Sine::less_one(W(r * r)) + r;
    return reinterpret_cast<W>(reinterpret_cast<Bits>(sine) ^
                               (reinterpret_cast<Bits>(shifted) << Sine::sign_shift));
  }
};
#endif

/// One value or a vector of them.
template <class W>
GPUJOB_FN W fast_sine(const W& x) {
#if GPUJOB_GPU
  return std::sin(x);
#else
  return of_vector(x, SineOfVector{0});
#endif
}

template <class W>
GPUJOB_FN W fast_cosine(const W& x) {
#if GPUJOB_GPU
  return std::cos(x);
#else
  return of_vector(x, SineOfVector{0.5f});
#endif
}

}  // namespace gpujob
