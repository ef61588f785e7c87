// SPDX-License-Identifier: MIT
// The variants `naive` and `tiled`, as the lesson teaches them: blocks of 16 x 16 threads, one
// thread per element of C = A B.
#pragma once

#include <cstddef>

#include "device/macros.h"
#include "workloads/matmul/square.h"

namespace gpujob::matmul {

inline constexpr int kEdge = 16;  ///< of a block of threads

/// Where a thread of a block works.
struct Place {
  int row, column;  ///< of the element
  int y, x;         ///< in the block
};

GPUJOB_FN Place place_of(int n, std::size_t block, int thread) {
  const auto blocks = static_cast<std::size_t>((n + kEdge - 1) / kEdge);
  const int y = thread / kEdge, x = thread % kEdge;
  return {static_cast<int>(block / blocks) * kEdge + y,
          static_cast<int>(block % blocks) * kEdge + x, y, x};
}

/// `naive`: a row and a column from global memory for each element.
template <class T>
struct NaiveProduct {
  static constexpr int threads = kEdge * kEdge;
  static constexpr int phases = 1;
  struct Shared {};
  struct Private {};
  Matrices<T> m;

  GPUJOB_FN void phase(int, std::size_t block, int thread, Shared&, Private&) const {
    const Place p = place_of(m.n, block, thread);
    if (p.row >= m.n || p.column >= m.n) return;
    T sum = 0;
    for (int k = 0; k < m.n; ++k) sum += m.a[m.at(p.row, k)] * m.b[m.at(k, p.column)];
    m.c[m.at(p.row, p.column)] = sum;
  }
};

/// `tiled`: the block reads a tile of A and of B into shared memory, waits, multiplies them, waits.
/// An element of C costs two words of shared memory per multiply-add, which bounds it: 1/8 of the
/// peak with 128 multiply-add lanes and 32 words per clock.
template <class T>
struct TiledProduct {
  static constexpr int threads = kEdge * kEdge;
  struct Shared {
    T a[kEdge][kEdge], b[kEdge][kEdge];
  };
  struct Private {
    T sum;
  };
  Matrices<T> m;
  int phases;  ///< two per pair of tiles, one to store

  GPUJOB_FN void phase(int p, std::size_t block, int thread, Shared& shared, Private& mine) const {
    const Place at = place_of(m.n, block, thread);
    const int first = p / 2 * kEdge;
    if (p == phases - 1) {
      if (at.row < m.n && at.column < m.n) m.c[m.at(at.row, at.column)] = mine.sum;
    } else if (p % 2 == 0) {
      if (p == 0) mine.sum = 0;
      shared.a[at.y][at.x] =
          at.row < m.n && first + at.x < m.n ? m.a[m.at(at.row, first + at.x)] : T(0);
      shared.b[at.y][at.x] =
          first + at.y < m.n && at.column < m.n ? m.b[m.at(first + at.y, at.column)] : T(0);
    } else {
      GPUJOB_UNROLL(16)
      for (int k = 0; k < kEdge; ++k) mine.sum += shared.a[at.y][k] * shared.b[k][at.x];
    }
  }
};

/// Blocks of either, and the phases of `tiled`.
inline std::size_t lesson_blocks(int n) {
  const auto blocks = static_cast<std::size_t>((n + kEdge - 1) / kEdge);
  return blocks * blocks;
}
inline int tiled_phases(int n) {
  return 2 * ((n + kEdge - 1) / kEdge) + 1;
}

}  // namespace gpujob::matmul
