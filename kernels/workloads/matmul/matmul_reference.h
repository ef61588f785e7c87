// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/draw.h"
#include "harness/answer.h"

namespace gpujob::matmul {

/// The factors: values in [-1, 1), functions of what was drawn.
template <class T>
struct Factors {
  Draw first, second;

  GPUJOB_FN T a(std::size_t i) const { return first.uniform<T>(i, T(-1), T(2)); }
  GPUJOB_FN T b(std::size_t i) const { return second.uniform<T>(i, T(-1), T(2)); }
};

/// Compares the product, `n` x `n`, row after row: every row by two sums over all of its elements,
/// and 4096 elements drawn with `seed`, each in float64.
template <class T>
Answer check(int n, const Factors<T>& factors, const T* product, std::uint64_t seed);

}  // namespace gpujob::matmul
