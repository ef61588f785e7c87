// SPDX-License-Identifier: MIT
// Norms of rows, sqrt(sum v^2): one thread per row, or a row shared out.
//
// Shared out, a row is cut into segments of 16384 elements at most. On a GPU a team of up to 32
// threads adds up a segment, reading as much as 16 bytes each from places side by side, and then
// their sums by twos from register to register; on a CPU an item is a segment, read by vectors.
// A second kernel puts the segments of a row of several together, on a GPU by 32 threads for a row.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "device/macros.h"
#include "device/pack.h"
#include "device/simd.h"
#include "device/sum.h"

namespace gpujob::l2_norm {

struct Shape {
  std::size_t rows;
  std::size_t length;    ///< of a row
  std::size_t segments;  ///< of a row
  int log_team;          ///< 2^log_team threads per segment, up to 32

  static constexpr std::size_t segment = 16384;  ///< elements but of the last of a row

  /// First element of a segment of any row, and how many it has.
  GPUJOB_FN std::size_t first(std::size_t s) const {
    return s / segments * length + s % segments * segment;
  }
  GPUJOB_FN std::size_t size(std::size_t s) const {
    const std::size_t left = length - s % segments * segment;
    return left < segment ? left : segment;
  }
};

/// A thread has two packs of 16 bytes of a short row, or as many values in smaller ones: 64 KiB on
/// their way to 2048 threads; see launch.h. Of a long row it has more, four packs at a time.
template <class T>
Shape shape_of(std::size_t rows, std::size_t length) {
  constexpr std::size_t each = 2 * Pack16::lanes<T>;
  int log_team = 0;
  while (log_team < 5 && (each << log_team) < length) ++log_team;
  return {rows, length, (length + Shape::segment - 1) / Shape::segment, log_team};
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

/// The value that the thread `by` places further on in the warp has.
template <class T>
GPUJOB_FN T value_after(T value, unsigned by) {
#if defined(__CUDA_ARCH__)
  return __shfl_down_sync(~0U, value, by);
#elif defined(__HIP_DEVICE_COMPILE__)
  return __shfl_down(value, by);
#else
  (void)by;
  return value;  // what is compiled for the host never runs
#endif
}

/// In the first of `team` threads the sum over them; all threads of a warp give their values.
template <class T>
GPUJOB_FN T sum_of_team(T value, std::uint32_t team) {
  GPUJOB_UNROLL(5)
  for (std::uint32_t stride = 16; stride > 0; stride /= 2) {
    if (stride < team) value += value_after(value, stride);
  }
  return value;
}

/// `tuned` on GPUs. All numbers but addresses have 32 bits; only rows of several segments divide.
template <class T>
struct SegmentsByTeams {
  static constexpr int threads = 256;
  static constexpr int phases = 1;
  struct Shared {};
  struct Private {};

  Shape shape;
  const T* values;
  T* results;  ///< one per segment

  static std::size_t blocks(const Shape& shape) {
    const auto per_block = static_cast<std::size_t>(threads >> shape.log_team);
    return (shape.rows * shape.segments + per_block - 1) / per_block;
  }

  template <int N>
  GPUJOB_FN static T with_squares(T sum, const Pack<T, N>& pack) {
    GPUJOB_UNROLL(4)
    for (int l = 0; l < N; ++l) sum += pack.at[l] * pack.at[l];
    return sum;
  }

  template <int N>
  GPUJOB_FN static Pack<T, N> pack_at(const T* from) {
    return *reinterpret_cast<const Pack<T, N>*>(from);
  }

  /// Of `size` values from `from` on, in packs of `N`, those that this member of the team reads.
  template <int N>
  GPUJOB_FN T squares_of(const T* from, std::uint32_t size, std::uint32_t member) const {
    const std::uint32_t step = std::uint32_t{N} << shape.log_team;
    std::uint32_t k = member * N;
    const T* at = from + k;
    T squares = 0;
    for (; k + 3 * step < size; k += 4 * step, at += std::size_t{4} * step) {
      Pack<T, N> packs[4];
      GPUJOB_UNROLL(4)
      for (std::uint32_t u = 0; u < 4; ++u) packs[u] = pack_at<N>(at + u * step);
      GPUJOB_UNROLL(4)
      for (std::uint32_t u = 0; u < 4; ++u) squares = with_squares(squares, packs[u]);
    }
    for (; k + step < size; k += 2 * step, at += std::size_t{2} * step) {
      const Pack<T, N> one = pack_at<N>(at), other = pack_at<N>(at + step);
      squares = with_squares(with_squares(squares, one), other);
    }
    return k < size ? with_squares(squares, pack_at<N>(at)) : squares;
  }

  /// Every segment begins where its row does or a multiple of 16 bytes further on: reads are of 16
  /// bytes where the length of a row allows it, else of 8 in float32, of single values at last.
  GPUJOB_FN T squares_of(std::uint32_t s, std::uint32_t member) const {
    constexpr int lanes = Pack16::lanes<T>;
    const auto segments = static_cast<std::uint32_t>(shape.segments);
    const std::uint32_t row = segments == 1 ? s : s / segments;
    const std::uint32_t begin =
        (s - row * segments) * static_cast<std::uint32_t>(Shape::segment);  // in the row
    const std::uint32_t left = static_cast<std::uint32_t>(shape.length) - begin;
    const std::uint32_t size = left < Shape::segment ? left : Shape::segment;
    const T* from = values + row * shape.length + begin;
    if (shape.length % lanes == 0) return squares_of<lanes>(from, size, member);
    if (shape.length % (lanes / 2) == 0) return squares_of<lanes / 2>(from, size, member);
    return squares_of<1>(from, size, member);
  }

  /// Threads beyond the last segment give a sum, too.
  GPUJOB_FN void phase(int /*p*/, std::size_t block, int thread, Shared&, Private&) const {
    const auto place = static_cast<std::uint32_t>(thread), team = 1U << shape.log_team;
    const std::uint32_t member = place & (team - 1);
    const std::uint32_t s =
        static_cast<std::uint32_t>(block) * (threads >> shape.log_team) + (place >> shape.log_team);
    const bool inside = s < shape.rows * shape.segments;
    const T squares = sum_of_team(inside ? squares_of(s, member) : T(0), team);
    if (inside && member == 0) results[s] = result_of(squares, shape);
  }
};

/// `tuned` on GPUs for rows of two: two of them in a pack of four values.
template <class T>
struct PairNorms {
  const T* values;
  T* norms;

  GPUJOB_FN static T norm(T x, T y) { return std::sqrt(x * x + y * y); }

  template <int Count>
  GPUJOB_FN void operator()(std::size_t i, Packs<Count> simd) const {
    const auto all = load(values + i, simd);
    GPUJOB_UNROLL(4)
    for (int k = 0; k < 4 * Count; k += 4) {
      T* const to = norms + (i + place<T>(k, simd)) / 2;
      *reinterpret_cast<Pack<T, 2>*>(to) = {norm(all.at[k], all.at[k + 1]),
                                            norm(all.at[k + 2], all.at[k + 3])};
    }
  }
  GPUJOB_FN void operator()(std::size_t i, Scalar /*simd*/) const {
    if (i % 2 == 0) norms[i / 2] = norm(values[i], values[i + 1]);
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

/// The norms of rows from their segments, on GPUs.
template <class T>
struct FoldByTeams {
  static constexpr int threads = 256;
  static constexpr int phases = 1;
  static constexpr std::uint32_t team = 32;
  struct Shared {};
  struct Private {};

  std::size_t rows, segments;
  const T* squares;
  T* norms;

  static std::size_t blocks(std::size_t rows) { return (rows * team + threads - 1) / threads; }

  GPUJOB_FN void phase(int /*p*/, std::size_t block, int thread, Shared&, Private&) const {
    const std::uint32_t member = static_cast<std::uint32_t>(thread) % team;
    const std::size_t row = block * (threads / team) + static_cast<std::uint32_t>(thread) / team;
    double sum = 0;
    for (std::size_t s = row < rows ? member : segments; s < segments; s += team)
      sum += static_cast<double>(squares[row * segments + s]);
    sum = sum_of_team(sum, team);
    if (row < rows && member == 0) norms[row] = static_cast<T>(std::sqrt(sum));
  }
};

/// The norm of a row from its segments, on CPUs.
template <class T>
struct FoldSegments {
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
