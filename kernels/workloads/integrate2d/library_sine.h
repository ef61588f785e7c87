// SPDX-License-Identifier: MIT
// The sine of the mathematical library, for values side by side where it has one (glibc on x86-64:
// libmvec, at most 4 units in the last place).
#pragma once

#include <cmath>

#include "device/macros.h"
#include "device/simd.h"

#if !GPUJOB_GPU && defined(__x86_64__) && defined(__GLIBC__)
extern "C" {
// Names by the vector function ABI: instruction set (b SSE, d AVX2, e AVX-512), lanes, vector.
// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming): they are glibc's
gpujob::VectorOf<float, 16>::type _ZGVbN4v_sinf(gpujob::VectorOf<float, 16>::type);
gpujob::VectorOf<float, 32>::type _ZGVdN8v_sinf(gpujob::VectorOf<float, 32>::type);
gpujob::VectorOf<float, 64>::type _ZGVeN16v_sinf(gpujob::VectorOf<float, 64>::type);
gpujob::VectorOf<double, 16>::type _ZGVbN2v_sin(gpujob::VectorOf<double, 16>::type);
gpujob::VectorOf<double, 32>::type _ZGVdN4v_sin(gpujob::VectorOf<double, 32>::type);
gpujob::VectorOf<double, 64>::type _ZGVeN8v_sin(gpujob::VectorOf<double, 64>::type);
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
}
#endif

namespace gpujob::integrate2d {

template <class A>
GPUJOB_FN A library_sine(A x, Scalar /*simd*/) {
  return std::sin(x);
}

#if !GPUJOB_GPU
template <class A, class W, int Bytes>
GPUJOB_FN W library_sine(const W& x, Vector<Bytes> /*simd*/) {
#if defined(__x86_64__) && defined(__GLIBC__)
  if constexpr (sizeof(A) == 4) {
    if constexpr (Bytes == 64) return _ZGVeN16v_sinf(x);
    if constexpr (Bytes == 32) return _ZGVdN8v_sinf(x);
    if constexpr (Bytes == 16) return _ZGVbN4v_sinf(x);
  } else {
    if constexpr (Bytes == 64) return _ZGVeN8v_sin(x);
    if constexpr (Bytes == 32) return _ZGVdN4v_sin(x);
    if constexpr (Bytes == 16) return _ZGVbN2v_sin(x);
  }
#else
  W sines;
  for (int l = 0; l < Bytes / static_cast<int>(sizeof(A)); ++l) sines[l] = std::sin(x[l]);
  return sines;
#endif
}
#endif

}  // namespace gpujob::integrate2d
