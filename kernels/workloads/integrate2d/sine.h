// SPDX-License-Identifier: MIT
// How the points of a strip get their sine, |t| <= 1.625: at(t, v) for the v-th vector that is
// unrolled together, of one value or of values side by side.
#pragma once

#include <cmath>

#include "device/macros.h"
#include "workloads/integrate2d/angle.h"

namespace gpujob::integrate2d {

/// The variant `poly`.
template <class A>
struct Polynomial {
  template <class W>
  GPUJOB_FN static W at(const W& t, int /*v*/) {
    return t * SineOverT<A>::at(W(t * t));
  }
};

/// The variant `sfu`, float32 only: the special function unit of a GPU (absolute error 2^-21.4 or
/// better). CPUs have none and take a polynomial as good as that unit is, of degree 7: minimax over
/// [-1.625, 1.625], absolute error 8.0e-7.
struct HardwareSine {
  template <class W>
  GPUJOB_FN static W at(const W& t, int /*v*/) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    return __sinf(t);
#else
    const W s = t * t;
    W p = s * -1.82637573e-4f + 8.30250202e-3f;
    p = s * p + -1.66644219e-1f;
    return t * (s * p + 9.99995579e-1f);
#endif
  }
};

/// Of each 16 vectors of a GPU's group those that `hybrid` gives to the multiply-add units. With a
/// share x of the points at the special function unit (16 lanes a cycle), the 7 - 4 x operations of
/// the other units take as long at x = 14/16 where they have 64 lanes (sm_70, sm_75, sm_80), and at
/// 9/16 where they have 128; all 7 - 3 x instructions are issued as fast at 10/16, which was the
/// fastest on sm_90 (2026-11-26). AMD's special functions go through the other units at a quarter
/// of their rate: 3 operations and a sine take as long as 7, and nothing is won.
/// `architecture`: 75 for sm_75.
GPUJOB_FN constexpr int polynomials_of_16(int architecture) {
#if defined(__HIP__)
  (void)architecture;
  return 16;
#else
  return architecture == 70 || architecture == 75 || architecture == 80 ? 2 : 6;
#endif
}

#if defined(__CUDA_ARCH__)
inline constexpr int kArchitecture = __CUDA_ARCH__ / 10;
#else
inline constexpr int kArchitecture = 0;
#endif

/// The variant `hybrid`, float32 only: the special function unit and the multiply-add units side by
/// side. On CPUs 3 of the 4 vectors of a group go to the former.
struct HybridSine {
  template <class W>
  GPUJOB_FN static W at(const W& t, int v) {
    constexpr int some = polynomials_of_16(kArchitecture);
    const bool by_polynomial = GPUJOB_GPU ? v * some % 16 < some : v % 3 == 1;
    return by_polynomial ? Polynomial<float>::at(t, v) : HardwareSine::at(t, v);
  }
};

}  // namespace gpujob::integrate2d
