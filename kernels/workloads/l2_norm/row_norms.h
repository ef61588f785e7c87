// SPDX-License-Identifier: MIT
// Norms of rows, sqrt(sum v^2): one thread per row, or a row shared out.
//
// Shared out, a row is cut into segments of 16384 elements at most. On a GPU a team of up to 32
// threads adds up a segment, reading 16 bytes each from places side by side, and then their sums by
// twos in shared memory; on a CPU an item is a segment, read by vectors. The segments of a row of
// several are put together by a second kernel.
#pragma once

#include <cmath>
#include <cstddef>

#include "device/macros.h"
#include "device/pack.h"
#include "device/simd.h"
#include "device/sum.h"

namespace gpujob::l2_norm {

struct Shape {
  std::size_t rows;
  std::size_t length;    ///< of a row
  std::size_t segment;   ///< elements of a segment but the last of a row
  std::size_t segments;  ///< of a row
  int team;              ///< threads per segment: a power of two up to 32

  /// First element of a segment of any row, and how many it has.
  GPUJOB_FN std::size_t first(std::size_t s) const {
    return s / segments * length + s % segments * segment;
  }
  GPUJOB_FN std::size_t size(std::size_t s) const {
    const std::size_t left = length - s % segments * segment;
    return left < segment ? left : segment;
  }
};

inline Shape shape_of(std::size_t rows, std::size_t length) {
  const std::size_t segment = 16384;
  int team = 1;
  while (team < 32 && static_cast<std::size_t>(team) * 4 < length) team *= 2;
  return {rows, length, segment, (length + segment - 1) / segment, team};
}

/// The result of a segment from its sum of squares: the norm, if it is the whole row.
template <class T>
GPUJOB_FN T result_of(T squares, const Shape& shape) {
  return shape.segments == 1 ? std::sqrt(squares) : squares;
}

/// `thread_a_row`, as the lesson's generalised ufunc does it.
template <class T>
struct RowByThread {
  static constexpr int threads = 256;
  std::size_t length;
  const T* values;
  T* norms;

  GPUJOB_FN void operator()(std::size_t row) const {
    // Short plain sums, added up with care: a plain float32 sum of 10^6 squares loses 2e-4.
    constexpr std::size_t piece = 64;
    const T* from = values + row * length;
    Sum<T> squares;
    for (std::size_t k = 0; k < length; k += piece) {
      const std::size_t end = length - k < piece ? length : k + piece;
      T part = 0;
      for (std::size_t j = k; j < end; ++j) part += from[j] * from[j];
      squares.add(part);
    }
    norms[row] = std::sqrt(squares.value);
  }
};

/// `tuned` on GPUs.
template <class T>
struct SegmentsByTeams {
  static constexpr int threads = 256;
  static constexpr int phases = 7;  ///< add up, 16, 8, 4, 2, 1, store
  struct Shared {
    T squares[threads];
  };
  struct Private {};

  Shape shape;
  const T* values;
  T* results;  ///< one per segment

  static std::size_t blocks(const Shape& shape) {
    const auto per_block = static_cast<std::size_t>(threads / shape.team);
    return (shape.rows * shape.segments + per_block - 1) / per_block;
  }

  GPUJOB_FN T squares_of(std::size_t s, std::size_t member) const {
    constexpr std::size_t lanes = Pack16::lanes<T>;
    const T* from = values + shape.first(s);
    const std::size_t size = shape.size(s), team = static_cast<std::size_t>(shape.team);
    T squares = 0;
    std::size_t done = 0;
    if (shape.length % lanes == 0) {  // then every segment begins at a multiple of 16 bytes
      done = size / lanes * lanes;
      GPUJOB_UNROLL(4)
      for (std::size_t k = member * lanes; k < done; k += team * lanes) {
        const auto pack = load(from + k, Pack16{});
        GPUJOB_UNROLL(4)
        for (std::size_t l = 0; l < lanes; ++l) squares += pack.at[l] * pack.at[l];
      }
    }
    for (std::size_t k = done + member; k < size; k += team) squares += from[k] * from[k];
    return squares;
  }

  GPUJOB_FN void phase(int p, std::size_t block, int thread, Shared& shared, Private&) const {
    const int member = thread % shape.team;
    const std::size_t s = block * static_cast<std::size_t>(threads / shape.team) +
                          static_cast<std::size_t>(thread / shape.team);
    if (s >= shape.rows * shape.segments) return;
    if (p == 0) {
      shared.squares[thread] = squares_of(s, static_cast<std::size_t>(member));
    } else if (p < phases - 1) {
      const int stride = 32 >> p;
      if (member < stride && stride < shape.team) {
        shared.squares[thread] += shared.squares[thread + stride];
      }
    } else if (member == 0) {
      results[s] = result_of(shared.squares[thread], shape);
    }
  }
};

/// `tuned` on CPUs.
template <class T>
struct SegmentByVectors {
  Shape shape;
  const T* values;
  T* results;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t s, Simd simd) const {
    using Wide = typename Simd::template Wide<T>;
    constexpr std::size_t lanes = Simd::template lanes<T>, sums = 4;
    const T* from = values + shape.first(s);
    const std::size_t size = shape.size(s);
    Wide wide[sums] = {};
    std::size_t k = 0;
    for (; k + sums * lanes <= size; k += sums * lanes) {
      GPUJOB_UNROLL(4)
      for (std::size_t v = 0; v < sums; ++v) {
        const Wide x = load(from + k + v * lanes, simd);
        wide[v] = wide[v] + x * x;
      }
    }
    for (; k + lanes <= size; k += lanes) {
      const Wide x = load(from + k, simd);
      wide[0] = wide[0] + x * x;
    }
    const Wide all = (wide[0] + wide[1]) + (wide[2] + wide[3]);
    T squares = 0;
    for (; k < size; ++k) squares += from[k] * from[k];
    for (std::size_t l = 0; l < lanes; ++l) squares += lane(all, static_cast<int>(l), simd);
    results[s] = result_of(squares, shape);
  }
};

/// `tuned` on CPUs for rows of two: an item is 1024 rows, for the compiler to vectorise.
template <class T>
struct RowsOfTwo {
  static constexpr std::size_t together = 1024;
  std::size_t rows;
  const T* values;
  T* norms;

  GPUJOB_FN void operator()(std::size_t item) const {
    const std::size_t end = rows - item * together < together ? rows : (item + 1) * together;
    for (std::size_t row = item * together; row < end; ++row) {
      const T x = values[2 * row], y = values[2 * row + 1];
      norms[row] = std::sqrt(x * x + y * y);
    }
  }
};

/// The norm of a row from its segments.
template <class T>
struct FoldSegments {
  static constexpr int threads = 128;
  std::size_t segments;
  const T* squares;
  T* norms;

  GPUJOB_FN void operator()(std::size_t row) const {
    double sum = 0;
    for (std::size_t s = 0; s < segments; ++s) {
      sum += static_cast<double>(squares[row * segments + s]);
    }
    norms[row] = static_cast<T>(std::sqrt(sum));
  }
};

}  // namespace gpujob::l2_norm
