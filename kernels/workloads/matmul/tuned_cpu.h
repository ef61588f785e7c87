// SPDX-License-Identifier: MIT
// The variant `tuned` on CPUs: registers hold a block of C while a row of B and a column of A pass.
//
// B is first copied into panels of 128 bytes of columns, so that the inner loop reads memory in
// order. An item of work is 48 rows of C and one panel: the panel stays in the L2 cache while the
// rows are worked on in groups, as many as registers hold: 8 rows x 2 vectors with 32 registers
// (AVX-512), 3 x 4 with 16.
#pragma once

#include <cstddef>

#include "device/macros.h"
#include "device/simd.h"
#include "workloads/matmul/lesson_tiles.h"

namespace gpujob::matmul {

template <class T>
inline constexpr int kPanelColumns = 128 / static_cast<int>(sizeof(T));

inline int panels_of(int n, int columns) {
  return (n + columns - 1) / columns;
}

/// Copies panel p of B, filled up with zeros: panel[k][column].
template <class T>
struct PackPanel {
  Matrices<T> m;
  T* panels;

  GPUJOB_FN void operator()(std::size_t p) const {
    constexpr int columns = kPanelColumns<T>;
    const int first = static_cast<int>(p) * columns;
    const int there = m.n - first < columns ? m.n - first : columns;
    T* to = panels + p * static_cast<std::size_t>(m.n) * static_cast<std::size_t>(columns);
    for (int k = 0; k < m.n; ++k) {
      const T* from = m.b + m.at(k, first);
      for (int c = 0; c < columns; ++c) to[c] = c < there ? from[c] : T(0);
      to += columns;
    }
  }
};

template <class T>
struct PanelProduct {
  static constexpr int rows = 48;  ///< of an item: a multiple of every group
  Matrices<T> m;
  const T* panels;
  int panel_count;

  /// `Rows` rows from `row` on, `Vectors` vectors from column `from` of the panel on.
  template <int Rows, int Vectors, class Simd>
  GPUJOB_FN void group(int row, std::size_t panel, int from, Simd simd) const {
    using Wide = typename Simd::template Wide<T>;
    constexpr int lanes = Simd::template lanes<T>, columns = kPanelColumns<T>;
    constexpr auto r = static_cast<std::size_t>(Rows), v = static_cast<std::size_t>(Vectors);
    const auto n = static_cast<std::size_t>(m.n), stride = static_cast<std::size_t>(m.stride());
    const T* b = panels + panel * n * columns + from;
    const T* a = m.a + m.at(row, 0);
    Wide sum[r][v] = {};
    for (std::size_t k = 0; k < n; ++k, b += columns) {
      Wide part[v];
      GPUJOB_UNROLL(4)
      for (std::size_t j = 0; j < v; ++j) part[j] = load(b + j * lanes, simd);
      GPUJOB_UNROLL(8)
      for (std::size_t i = 0; i < r; ++i) {
        const T factor = a[i * stride + k];
        GPUJOB_UNROLL(4)
        for (std::size_t j = 0; j < v; ++j) sum[i][j] = sum[i][j] + part[j] * factor;
      }
    }
    const int first = static_cast<int>(panel) * columns + from;
    for (int i = 0; i < Rows; ++i) {
      for (int c = 0; c < Vectors * lanes && first + c < m.n; ++c) {
        m.c[m.at(row + i, first + c)] = lane(sum[i][c / lanes], c % lanes, simd);
      }
    }
  }

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t item, Simd simd) const {
    constexpr int lanes = Simd::template lanes<T>, registers = lanes * sizeof(T) == 64 ? 32 : 16;
    constexpr int group_rows = registers == 32 ? 8 : 3, vectors = registers == 32 ? 2 : 4;
    const auto count = static_cast<std::size_t>(panel_count);
    const int begin = static_cast<int>(item / count) * rows;
    const int end = m.n - begin < rows ? m.n : begin + rows;
    for (int from = 0; from < kPanelColumns<T>; from += vectors * lanes) {
      int row = begin;
      for (; row + group_rows <= end; row += group_rows) {
        group<group_rows, vectors>(row, item % count, from, simd);
      }
      for (; row < end; ++row) group<1, vectors>(row, item % count, from, simd);
    }
  }
};

}  // namespace gpujob::matmul
