// SPDX-License-Identifier: MIT
// Matrices of n x n, row after row.
//
// On CPUs rows that are whole pages long lie a cache line further apart, as BLAS allows by its
// leading dimension: else all elements of a column would share the few lines of one set of the
// first cache (4 KiB per way), which costs OpenBLAS 2 % at n = 4096.
#pragma once

#include <cstddef>

#include "device/macros.h"

namespace gpujob::matmul {

/// How an n x n matrix is stored.
template <class T>
struct Square {
  int n;

  /// Elements from one row to the next: the leading dimension of BLAS.
  GPUJOB_FN int stride() const {
    const bool whole_pages = static_cast<std::size_t>(n) * sizeof(T) % 4096 == 0;
    return !GPUJOB_GPU && whole_pages ? n + static_cast<int>(64 / sizeof(T)) : n;
  }
  GPUJOB_FN std::size_t at(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(stride()) +
           static_cast<std::size_t>(column);
  }
  /// Where element i of n * n, row after row, is kept.
  GPUJOB_FN std::size_t place(std::size_t i) const {
    if (stride() == n) return i;
    const auto row = static_cast<std::size_t>(n);
    return i / row * static_cast<std::size_t>(stride()) + i % row;
  }
  std::size_t elements() const { return static_cast<std::size_t>(n) * static_cast<std::size_t>(n); }
  /// Elements of the memory it takes.
  std::size_t stored() const { return at(n, 0); }
};

/// Matrices of a multiplication.
template <class T>
struct Matrices : Square<T> {
  const T* a;
  const T* b;
  T* c;
};

}  // namespace gpujob::matmul
