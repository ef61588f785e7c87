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

/// The variant `hybrid`, float32 only: the special function unit and the multiply-add units side by
/// side. Of the 16 vectors of a GPU's group 11 go to the former, of the 4 of a CPU's group 3.
struct HybridSine {
  template <class W>
  GPUJOB_FN static W at(const W& t, int v) {
    return v % 3 == 1 ? Polynomial<float>::at(t, v) : HardwareSine::at(t, v);
  }
};

}  // namespace gpujob::integrate2d
