// SPDX-License-Identifier: MIT
// The variant `tuned` on GPUs: a thread computes many elements, so that a word of shared memory
// serves several multiply-adds.
//
// A block of 256 threads computes a tile of C, 128 x 128 in float32 and 64 x 64 in float64; a
// thread 8 x 8 or 4 x 4 of it, in two halves of rows and of columns half a tile apart, so that the
// threads of a warp read neighbouring words. The tiles of A and B that belong to 8 values of k lie
// in shared memory twice: while one pair is multiplied, the next is on its way through registers
// into the other. That takes one barrier per step. With 8 x 8 elements a step of k costs 16 words
// for 64 multiply-adds, read by four instructions of 16 bytes: shared memory can keep up. Global
// memory is read 16 bytes at a time too where rows are of whole packs.
#pragma once

#include <cstddef>

#include "device/macros.h"
#include "device/pack.h"
#include "device/store.h"
#include "workloads/matmul/lesson_tiles.h"

namespace gpujob::matmul {

/// `Whole`: rows are of whole packs (n is a multiple of `wide`).
template <class T, bool Whole>
struct TunedProduct {
  static constexpr int threads = 256, across = 16;     ///< threads, and threads along an edge
  static constexpr int each = sizeof(T) == 4 ? 8 : 4;  ///< elements of a thread along an edge
  static constexpr int tile = across * each, half = each / 2, depth = 8;
  using Wide = Pack16::Wide<T>;
  static constexpr int wide = Pack16::lanes<T>;
  static_assert(half == wide, "half an edge of a thread's elements is a pack");
  static_assert(tile * depth / threads == wide,
                "a thread brings one pack of A and one of B per step");

  static constexpr auto held = static_cast<std::size_t>(tile);
  struct Shared {
    alignas(16) T a[2][depth][held + 4];  ///< transposed: [k][row]; padded against bank conflicts
    alignas(16) T b[2][depth][held];
  };
  struct Private {
    Wide sum[static_cast<std::size_t>(each)][2];  ///< by row, and half of the columns
    Wide a, b;
  };

  Matrices<T> m;
  int phases;  ///< one to begin, one per step, one to store

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

  /// A pack of a row of A or B; what lies beyond the matrix is 0.
  GPUJOB_FN Wide part_of(const T* from, int row, int column) const {
    Wide part = Wide::all(0);
    if constexpr (Whole) {
      if (row < m.n && column < m.n) part = load(from + m.at(row, column), Pack16{});
    } else {
      GPUJOB_UNROLL(4)
      for (int v = 0; v < wide; ++v) {
        if (row < m.n && column + v < m.n) part.at[v] = from[m.at(row, column + v)];
      }
    }
    return part;
  }

  /// What a thread brings of the tiles of step s to registers: of A along k, of B along a row.
  GPUJOB_FN void fetch(int s, const Place& c, int thread, Private& mine) const {
    const int k = s * depth, first = thread * wide;
    mine.a = part_of(m.a, c.row + first / depth, k + first % depth);
    mine.b = part_of(m.b, k + first / tile, c.column + first % tile);
  }

  GPUJOB_FN void keep(int s, int thread, Shared& shared, const Private& mine) const {
    const int first = thread * wide;
    GPUJOB_UNROLL(4)
    for (int v = 0; v < wide; ++v) {
      shared.a[s % 2][first % depth + v][first / depth] = mine.a.at[v];
    }
    gpujob::store(&shared.b[s % 2][first / tile][first % tile], mine.b, Stores::Cached, Pack16{});
  }

  /// Where in the tile a half of the elements of the thread at `t` along an edge begins.
  GPUJOB_FN static int start(int t, int h) { return h * (tile / 2) + t * half; }

  GPUJOB_FN void multiply(int s, int thread, const Shared& shared, Private& mine) const {
    const int y = thread / across, x = thread % across;
    GPUJOB_UNROLL(8)
    for (int k = 0; k < depth; ++k) {
      Wide a[2], b[2];
      GPUJOB_UNROLL(2)
      for (int h = 0; h < 2; ++h) {
        a[h] = load(&shared.a[s % 2][k][start(y, h)], Pack16{});
        b[h] = load(&shared.b[s % 2][k][start(x, h)], Pack16{});
      }
      GPUJOB_UNROLL(8)
      for (int i = 0; i < each; ++i) {
        GPUJOB_UNROLL(2)
        for (int h = 0; h < 2; ++h) {
          mine.sum[i][h] = mine.sum[i][h] + a[i / half].at[i % half] * b[h];
        }
      }
    }
  }

  /// Value by value: whole packs would need the sums in adjacent registers, and then one block
  /// fewer fits on a multiprocessor.
  GPUJOB_FN void store(const Place& c, int thread, const Private& mine) const {
    const int y = thread / across, x = thread % across;
    GPUJOB_UNROLL(8)
    for (int i = 0; i < each; ++i) {
      GPUJOB_UNROLL(8)
      for (int j = 0; j < each; ++j) {
        const int row = c.row + start(y, i / half) + i % half;
        const int column = c.column + start(x, j / half) + j % half;
        if (row < m.n && column < m.n) {
          m.c[m.at(row, column)] = mine.sum[i][j / half].at[j % half];
        }
      }
    }
  }

  GPUJOB_FN void phase(int p, std::size_t block, int thread, Shared& shared, Private& mine) const {
    const Place c = corner(block);
    if (p == 0) {
      GPUJOB_UNROLL(8)
      for (int i = 0; i < each; ++i) {
        GPUJOB_UNROLL(2)
        for (int h = 0; h < 2; ++h) mine.sum[i][h] = Wide::all(0);
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
