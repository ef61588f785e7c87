// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "device/draw.h"
#include "harness/answer.h"

namespace gpujob::fft2d {

/// The values: real and imaginary part in [-1, 1), functions of what was drawn.
template <class T>
struct Signal {
  Draw draw;
  GPUJOB_FN T real(std::size_t i) const { return draw.uniform<T>(2 * i, T(-1), T(2)); }
  GPUJOB_FN T imaginary(std::size_t i) const { return draw.uniform<T>(2 * i + 1, T(-1), T(2)); }
};

/// Compares the transform of an n x n signal: each row by two weighted sums of all of it, and 64
/// values drawn with `seed`, all in float64. Value i of the transform has its parts at
/// real[i * step], imaginary[i * step].
template <class T>
struct Transform {
  int n;
  const T* real;
  const T* imaginary;
  std::size_t step;
  double growth;  ///< of rounding errors with n, see growth_of_fast and growth_of_direct
};

/// Every value of a fast transform is rounded log2(n^2) times; by the definition n terms are added
/// up twice, which at random costs sqrt(n).
double growth_of_fast(int n);
double growth_of_direct(int n);

template <class T>
Answer check(const Signal<T>& signal, const Transform<T>& given, std::uint64_t seed);

}  // namespace gpujob::fft2d
