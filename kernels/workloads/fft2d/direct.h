// SPDX-License-Identifier: MIT
// The variant `direct`: the definition, as two products with the matrix of roots of unity,
//     X = W x W,   W[j][k] = exp(-2 pi i j k / n),
// n^3 complex multiply-adds each. Real and imaginary parts lie in arrays of their own.
#pragma once

#include <cstddef>

#include "device/macros.h"
#include "device/simd.h"

namespace gpujob::fft2d {

template <class T>
struct Planes {
  T* real;
  T* imaginary;
};

/// result = left x right, n x n.
template <class T>
struct ComplexProduct {
  static constexpr int threads = 256;
  static constexpr std::size_t columns = 64;  ///< of an item on a CPU
  std::size_t n;
  Planes<const T> left, right;
  Planes<T> result;

  /// Items: an element on a GPU, a piece of a row on a CPU.
  static std::size_t items(std::size_t n) {
    return GPUJOB_GPU ? n * n : n * ((n + columns - 1) / columns);
  }

  /// As many elements from `at` in row `row` on as `simd` holds.
  template <class Simd>
  GPUJOB_FN void elements(std::size_t row, std::size_t at, Simd simd) const {
    using Wide = typename Simd::template Wide<T>;
    Wide re{}, im{};
    for (std::size_t k = 0; k < n; ++k) {
      const T a = left.real[row * n + k], b = left.imaginary[row * n + k];
      const Wide c = load(right.real + k * n + at, simd);
      const Wide d = load(right.imaginary + k * n + at, simd);
      re = re + a * c;
      re = re - b * d;
      im = im + a * d;
      im = im + b * c;
    }
    for (int l = 0; l < Simd::template lanes<T>; ++l) {
      result.real[row * n + at + static_cast<std::size_t>(l)] = lane(re, l, simd);
      result.imaginary[row * n + at + static_cast<std::size_t>(l)] = lane(im, l, simd);
    }
  }

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t item, Simd simd) const {
    if (GPUJOB_GPU) return elements(item / n, item % n, Scalar{});
    constexpr auto lanes = static_cast<std::size_t>(Simd::template lanes<T>);
    const std::size_t pieces = (n + columns - 1) / columns, row = item / pieces;
    std::size_t at = item % pieces * columns;
    const std::size_t end = n - at < columns ? n : at + columns;
    for (; at + lanes <= end; at += lanes) elements(row, at, simd);
    for (; at < end; ++at) elements(row, at, Scalar{});
  }
};

}  // namespace gpujob::fft2d
