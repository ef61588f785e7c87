// SPDX-License-Identifier: MIT
// The variant `tuned` on GPUs: a thread computes many elements, so that a word of shared memory
// serves several multiply-adds.
//
// A block of 128 threads computes a tile of C, 128 x 128 in float32 and 64 x 128 in float64; a
// thread 16 x 8 or 8 x 8 of it. The tiles of A and B that belong to 8 values of k lie in shared
// memory twice: while one pair is multiplied, the next is on its way. That takes one barrier per
// step. What a thread multiplies is in registers twice, too: while one k is added, the next is
// read, across the barrier as well. Two blocks share a multiprocessor and fill each other's gaps.
//
// A warp's 4 x 8 threads are numbered so that of each half of it, lanes 1 or 2 apart read the same
// pack: only then shared memory serves 32 packs in two cycles, not four (measured on an sm_90).
#pragma once

#include <cstddef>

#include "device/async_copy.h"
#include "device/macros.h"
#include "device/pack.h"
#include "device/store.h"
#include "workloads/matmul/lesson_tiles.h"

namespace gpujob::matmul {

/// How many values of k are written out: where copies wait in registers, few are left to read
/// ahead.
inline constexpr int kSteps = GPUJOB_COPIES_ITSELF ? 8 : 2;

/// `Whole`: no tile sticks out, see `is_whole`.
template <class T, bool Whole>
struct TunedProduct {
  using Wide = Pack16::Wide<T>;
  static constexpr int wide = Pack16::lanes<T>;
  static constexpr int rows = 64 / static_cast<int>(sizeof(T)), columns = 8;  ///< of a thread
  static constexpr int lanes_down = 4, lanes_across = 8;                      ///< of a warp
  static constexpr int down = 2, across = 2;                                  ///< warps of a block
  static constexpr int threads = 32 * down * across;
  static constexpr int tile_rows = down * lanes_down * rows;
  static constexpr int tile_columns = across * lanes_across * columns;
  static constexpr int depth = 8, stages = 2;
  static constexpr int unit = Whole ? wide : 1;  ///< elements of B copied at once

  static constexpr auto high = static_cast<std::size_t>(tile_rows);
  static constexpr auto broad = static_cast<std::size_t>(tile_columns);
  struct Shared {
    alignas(16) T a[stages][depth][high + wide];  ///< transposed, padded against bank conflicts
    alignas(16) T b[stages][depth][broad];
  };
  /// What one k of the tiles gives a thread.
  struct Part {
    Wide a[static_cast<std::size_t>(rows / wide)], b[static_cast<std::size_t>(columns / wide)];
  };
  struct Private {
    Wide sum[static_cast<std::size_t>(rows)][static_cast<std::size_t>(columns / wide)];
    Part part[2];
    AsyncCopy<T, 1> a[high * depth / threads];
    AsyncCopy<T, unit> b[broad * depth / unit / threads];
  };

  Matrices<T> m;
  int phases;  ///< one to begin, one per step, one to store

  static int tiles(int n, int edge) { return (n + edge - 1) / edge; }
  static int phases_of(int n) { return tiles(n, depth) + 2; }
  static std::size_t blocks_of(int n) {
    return static_cast<std::size_t>(tiles(n, tile_rows)) *
           static_cast<std::size_t>(tiles(n, tile_columns));
  }
  static bool is_whole(int n) { return n % depth == 0 && n >= tile_rows && n >= tile_columns; }

  /// First row and column of the block's tile. A whole tile at an edge begins early enough to end
  /// there: it has elements of its neighbour, computed alike.
  GPUJOB_FN Place corner(std::size_t block) const {
    const int b = static_cast<int>(block), in_row = (m.n + tile_columns - 1) / tile_columns;
    const int row = b / in_row * tile_rows, column = b % in_row * tile_columns;
    if (!Whole) return {row, column, 0, 0};
    return {row + tile_rows < m.n ? row : m.n - tile_rows,
            column + tile_columns < m.n ? column : m.n - tile_columns, 0, 0};
  }

  /// Where copy i of a thread lies in tiles whose rows are `Across` copies of `Unit` elements.
  template <int Across, int Unit>
  GPUJOB_FN static Place copy_at(int i, int thread) {
    static_assert(threads % Across == 0);
    return {0, 0, thread / Across + i * (threads / Across), thread % Across * Unit};
  }
  GPUJOB_FN static Place copy_a(int i, int thread) { return copy_at<depth, 1>(i, thread); }
  GPUJOB_FN static Place copy_b(int i, int thread) {
    return copy_at<tile_columns / unit, unit>(i, thread);
  }

  /// Begins to copy what lies at p in a tile that begins at (row, column), and ends it where tiles
  /// are not whole: addresses and conditions leave no registers for values on their way.
  template <class Copy>
  GPUJOB_FN void begin(Copy& copy, T* to, const T* from, int row, int column,
                       const Place& p) const {
    const bool there = Whole || (row + p.y < m.n && column + p.x < m.n);
    copy.begin(to, from + m.at(row + p.y, column + p.x), there);
    if constexpr (!Whole) copy.end(to);
  }

  /// Begins to copy the tiles of step s; what lies beyond the matrix is 0.
  GPUJOB_FN void fetch(int s, const Place& c, int thread, Shared& shared, Private& mine) const {
    GPUJOB_UNROLL(16)
    for (int i = 0; i < static_cast<int>(high) * depth / threads; ++i) {
      const Place p = copy_a(i, thread);
      begin(mine.a[i], &shared.a[s % stages][p.x][p.y], m.a, c.row, s * depth, p);
    }
    GPUJOB_UNROLL(16)
    for (int i = 0; i < static_cast<int>(broad) * depth / unit / threads; ++i) {
      const Place p = copy_b(i, thread);
      begin(mine.b[i], &shared.b[s % stages][p.y][p.x], m.b, s * depth, c.column, p);
    }
  }
  GPUJOB_FN static void keep(int s, int thread, Shared& shared, Private& mine) {
    GPUJOB_UNROLL(16)
    for (int i = 0; i < static_cast<int>(high) * depth / threads; ++i) {
      [[maybe_unused]] const Place p = copy_a(i, thread);
      if constexpr (Whole) mine.a[i].end(&shared.a[s % stages][p.x][p.y]);
    }
    GPUJOB_UNROLL(16)
    for (int i = 0; i < static_cast<int>(broad) * depth / unit / threads; ++i) {
      [[maybe_unused]] const Place p = copy_b(i, thread);
      if constexpr (Whole) mine.b[i].end(&shared.b[s % stages][p.y][p.x]);
    }
    await_copies();
  }

  /// First row and column of a thread's packs in the tile.
  GPUJOB_FN static Place place(int thread) {
    const int warp = thread / 32, lane = thread % 32;
    const int y = lane % 2 + lane / 16 * 2, x = lane / 2 % 8;
    return {0, 0, warp / across * lanes_down * rows + y * wide,
            warp % across * lanes_across * columns + x * wide};
  }

  GPUJOB_FN static void add(const Part& part, Private& mine) {
    GPUJOB_UNROLL(16)
    for (int i = 0; i < rows; ++i) {
      GPUJOB_UNROLL(16)
      for (int j = 0; j < columns / wide; ++j) {
        mine.sum[i][j] = mine.sum[i][j] + part.a[i / wide].at[i % wide] * part.b[j];
      }
    }
  }

  /// Reads each k of step s, and meanwhile adds the one before, at first of the last step.
  GPUJOB_FN static void multiply(int s, int thread, const Shared& shared, Private& mine) {
    const Place p = place(thread);
    GPUJOB_UNROLL(kSteps)
    for (int k = 0; k < depth; ++k) {
      Part& part = mine.part[k % 2];
      GPUJOB_UNROLL(16)
      for (int i = 0; i < rows / wide; ++i) {
        part.a[i] = load(&shared.a[s % stages][k][p.y + i * lanes_down * wide], Pack16{});
      }
      GPUJOB_UNROLL(16)
      for (int j = 0; j < columns / wide; ++j) {
        part.b[j] = load(&shared.b[s % stages][k][p.x + j * lanes_across * wide], Pack16{});
      }
      add(mine.part[(k + 1) % 2], mine);
    }
  }

  GPUJOB_FN void store(const Place& c, int thread, const Private& mine) const {
    const Place p = place(thread);
    GPUJOB_UNROLL(16)
    for (int i = 0; i < rows; ++i) {
      const int row = c.row + p.y + i / wide * lanes_down * wide + i % wide;
      GPUJOB_UNROLL(16)
      for (int j = 0; j < columns / wide; ++j) {
        const int column = c.column + p.x + j * lanes_across * wide;
        if constexpr (Whole) {
          gpujob::store(m.c + m.at(row, column), mine.sum[i][j], Stores::Cached, Pack16{});
        } else {
          GPUJOB_UNROLL(4)
          for (int v = 0; v < wide; ++v) {
            if (row < m.n && column + v < m.n) m.c[m.at(row, column + v)] = mine.sum[i][j].at[v];
          }
        }
      }
    }
  }

  GPUJOB_FN void phase(int p, std::size_t block, int thread, Shared& shared, Private& mine) const {
    const Place c = corner(block);
    if (p == 0) {
      mine.part[1] = Part{};
      GPUJOB_UNROLL(16)
      for (int i = 0; i < rows; ++i) {
        GPUJOB_UNROLL(16)
        for (int j = 0; j < columns / wide; ++j) mine.sum[i][j] = Wide::all(0);
      }
      fetch(0, c, thread, shared, mine);
      keep(0, thread, shared, mine);
    } else if (p < phases - 1) {
      const bool more = p < phases - 2;
      if (more) fetch(p, c, thread, shared, mine);
      multiply(p - 1, thread, shared, mine);
      if (more) keep(p, thread, shared, mine);
    } else {
      add(mine.part[1], mine);
      store(c, thread, mine);
    }
  }
};

}  // namespace gpujob::matmul
