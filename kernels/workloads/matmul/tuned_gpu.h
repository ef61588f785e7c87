// SPDX-License-Identifier: MIT
// The variant `tuned` on GPUs: a thread computes many elements, so that a word of shared memory
// serves several multiply-adds.
//
// A block of 256 threads computes a tile of C, 128 x 128 in float32 and 64 x 64 in float64; a
// thread 8 x 8 or 4 x 4 of it, in two halves of rows and of columns half a tile apart, so that the
// threads of a warp read neighbouring words. The tiles of A and B that belong to 8 values of k lie
// in shared memory twice: while one pair is multiplied, the next is on its way through registers
// into the other. That takes one barrier a step. With 8 x 8 elements a step of k costs 16 words for
// 64 multiply-adds: shared memory can keep up.
#pragma once

#include <cstddef>

#include "device/macros.h"
#include "workloads/matmul/lesson_tiles.h"

namespace gpujob::matmul {

template <class T>
struct TunedProduct {
  static constexpr int threads = 256, across = 16;     ///< threads, and threads along an edge
  static constexpr int each = sizeof(T) == 4 ? 8 : 4;  ///< elements of a thread along an edge
  static constexpr int tile = across * each, half = each / 2, depth = 8;
  static constexpr int moved =
      tile * depth / threads;  ///< values of A, and of B, that a thread brings

  struct Shared {
    alignas(16) T a[2][depth][tile + 4];  ///< transposed: [k][row]; padded against bank conflicts
    alignas(16) T b[2][depth][tile];
  };
  struct Private {
    T sum[each][each];
    T a[moved], b[moved];
  };

  Matrices<T> m;
  int phases;  ///< one to begin, one a step, one to store

  static int phases_of(int n) { return (n + depth - 1) / depth + 2; }
  static std::size_t blocks_of(int n) {
    const auto blocks = static_cast<std::size_t>((n + tile - 1) / tile);
    return blocks * blocks;
  }

  /// First row and column of the block's tile.
  GPUJOB_FN Place corner(std::size_t block) const {
    const auto blocks = static_cast<std::size_t>((m.n + tile - 1) / tile);
    return {static_cast<int>(block / blocks) * tile, static_cast<int>(block % blocks) * tile, 0, 0};
  }

  GPUJOB_FN static T value(const T* from, const Matrices<T>& m, int row, int column) {
    return row < m.n && column < m.n ? from[m.at(row, column)] : T(0);
  }

  /// Values of the tiles of step s to registers: of A along k, of B along a row.
  GPUJOB_FN void fetch(int s, const Place& c, int thread, Private& mine) const {
    const int k = s * depth;
    const int row = thread * moved / depth, along = thread * moved % depth;
    const int deep = thread * moved / tile, column = thread * moved % tile;
    GPUJOB_UNROLL(4)
    for (int v = 0; v < moved; ++v) {
      mine.a[v] = value(m.a, m, c.row + row, k + along + v);
      mine.b[v] = value(m.b, m, k + deep, c.column + column + v);
    }
  }

  GPUJOB_FN void keep(int s, int thread, Shared& shared, const Private& mine) const {
    const int row = thread * moved / depth, along = thread * moved % depth;
    const int deep = thread * moved / tile, column = thread * moved % tile;
    GPUJOB_UNROLL(4)
    for (int v = 0; v < moved; ++v) {
      shared.a[s % 2][along + v][row] = mine.a[v];
      shared.b[s % 2][deep][column + v] = mine.b[v];
    }
  }

  /// Row or column, within the tile, of element `e` of the thread at `t` along that edge.
  GPUJOB_FN static int spread(int t, int e) { return e / half * (tile / 2) + t * half + e % half; }

  GPUJOB_FN void multiply(int s, int thread, const Shared& shared, Private& mine) const {
    const int y = thread / across, x = thread % across;
    GPUJOB_UNROLL(8)
    for (int k = 0; k < depth; ++k) {
      T a[each], b[each];
      GPUJOB_UNROLL(8)
      for (int e = 0; e < each; ++e) {
        a[e] = shared.a[s % 2][k][spread(y, e)];
        b[e] = shared.b[s % 2][k][spread(x, e)];
      }
      GPUJOB_UNROLL(8)
      for (int i = 0; i < each; ++i) {
        GPUJOB_UNROLL(8)
        for (int j = 0; j < each; ++j) mine.sum[i][j] += a[i] * b[j];
      }
    }
  }

  GPUJOB_FN void store(const Place& c, int thread, const Private& mine) const {
    const int y = thread / across, x = thread % across;
    GPUJOB_UNROLL(8)
    for (int i = 0; i < each; ++i) {
      GPUJOB_UNROLL(8)
      for (int j = 0; j < each; ++j) {
        const int row = c.row + spread(y, i), column = c.column + spread(x, j);
        if (row < m.n && column < m.n) m.c[m.at(row, column)] = mine.sum[i][j];
      }
    }
  }

  GPUJOB_FN void phase(int p, std::size_t block, int thread, Shared& shared, Private& mine) const {
    const Place c = corner(block);
    if (p == 0) {
      GPUJOB_UNROLL(8)
      for (int i = 0; i < each; ++i) {
        GPUJOB_UNROLL(8)
        for (int j = 0; j < each; ++j) mine.sum[i][j] = 0;
      }
      fetch(0, c, thread, mine);
      keep(0, thread, shared, mine);
    } else if (p < phases - 1) {
      const bool more = p < phases - 2;
      if (more) fetch(p, c, thread, mine);
      multiply(p - 1, thread, shared, mine);
      if (more) keep(p, thread, shared, mine);
    } else {
      store(c, thread, mine);
    }
  }
};

}  // namespace gpujob::matmul
