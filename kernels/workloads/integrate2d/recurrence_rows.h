// SPDX-License-Identifier: MIT
// The variants `rotate` and `recurrence`, class R: a point's sine from the one 128 columns before.
//
// A chain is the points j, j + 128, j + 256, … of a row: their angles are H = 128 h apart. Stepping
// from neighbour to neighbour would not do: at n = 102400 float32 has nothing between cos h and 1.
// With s_k = sin(a + k H), both forms below use small numbers that float32 does hold:
//     rotation    s += c sin H - s v,  c -= s sin H + c v,  v = 1 - cos H = 2 sin^2(H / 2)
//     recurrence  d -= u s,  s += d,   u = 4 sin^2(H / 2),  d_k = s_k - s_(k-1)  (Reinsch)
// Rounding adds up along a chain, so it begins anew every 64 steps: from the exact integer angle A
// at the first column of a group of chains, whose sine and cosine give those of the others,
//     s = sin A cos o + cos A sin o,   o = 0, h, 2 h, …
// and for the second value (c or d) the same with other coefficients.
//
// Worked example, n = 102400, phase = 0, i = 0: the chain of column 5 has the points 5, 133, 261, …
// A = h (first column 0), o = 5 h, s_0 = sin 6 h = 1.8408e-4, H = 3.92699e-3, u = 1.54212e-5,
// d_0 = 2 sin(H / 2) cos(6 h - H / 2) = 3.92698e-3; then d_1 = d_0 - u s_0, s_1 = 4.11106e-3.
//
// A point costs 5 operations as rotation (4 of them fused multiply-adds), 3 as recurrence, each
// with the addition of its value to a sum.
#pragma once

#include <cstddef>

#include "device/macros.h"
#include "device/simd.h"
#include "device/sum.h"
#include "workloads/integrate2d/angle.h"
#include "workloads/integrate2d/weights.h"

namespace gpujob::integrate2d {

template <class A>
struct Rotation {
  static constexpr bool differences = false;  ///< what the second value is: the cosine
  A sine, versine;                            ///< of H

  template <class W>
  GPUJOB_FN void step(W& s, W& c) const {
    const W from = s;
    s = from + c * sine;
    s = s - from * versine;
    const W turned = c - from * sine;
    c = turned - c * versine;
  }
};

template <class A>
struct Reinsch {
  static constexpr bool differences = true;  ///< what the second value is: s_k - s_(k-1)
  A curvature;                               ///< 4 sin^2(H / 2)

  template <class W>
  GPUJOB_FN void step(W& s, W& d) const {
    d = d - s * curvature;
    s = s + d;
  }
};

/// How the sine and cosine at the first column of a group give the two values at another column.
template <class A>
struct Anchor {
  A sine_from_sine, sine_from_cosine, second_from_sine, second_from_cosine;
};

/// Sums of the rows of the grid, in arithmetic of type A.
template <class A, class Step>
struct RecurrenceRow {
  static constexpr int stride = 128;
  static constexpr int longest = 64;                         ///< steps of a chain
  static constexpr int gpu_chains = sizeof(A) == 4 ? 8 : 4;  ///< more would spill registers
  static constexpr int table = GPUJOB_GPU ? gpu_chains : stride;

  Lattice lattice;
  int n;
  int columns;  ///< of a piece
  Step step;
  // One array each, so that vectors can be loaded. Entry o is for the offset o h.
  alignas(GPUJOB_GPU ? sizeof(A) : 64) A sine_from_sine[static_cast<std::size_t>(table)];
  alignas(GPUJOB_GPU ? sizeof(A) : 64) A sine_from_cosine[static_cast<std::size_t>(table)];
  alignas(GPUJOB_GPU ? sizeof(A) : 64) A second_from_sine[static_cast<std::size_t>(table)];
  alignas(GPUJOB_GPU ? sizeof(A) : 64) A second_from_cosine[static_cast<std::size_t>(table)];

  /// Vectors of a group: as many chains as the registers hold.
  template <class Simd>
  static constexpr int vectors = GPUJOB_GPU ? gpu_chains
                                            : (Simd::template lanes<char> == 64 ? 8 : 4);

  GPUJOB_FN A point(std::size_t i, int j) const {
    return sine_of<A>(lattice.at(i + static_cast<std::size_t>(j) + 1));
  }

  struct Base {
    A sine, cosine;
  };
  GPUJOB_FN Base base(std::size_t i, int column) const {
    const Turns angle = lattice.at(i + static_cast<std::size_t>(column) + 1);
    return {sine_of<A>(angle), sine_of<A>(angle + (Turns{1} << 62))};
  }

  GPUJOB_FN int steps_from(int j, int end) const {
    return (end - j) / stride < longest ? (end - j) / stride : longest;
  }

  /// `steps` points each of the chains that begin at `column` and beside it.
  template <class Simd, class Weights>
  GPUJOB_FN typename Simd::template Wide<A> chains(std::size_t i, int column, int steps, Simd simd,
                                                   Weights weights) const {
    using Wide = typename Simd::template Wide<A>;
    constexpr int count = vectors<Simd>, lanes = Simd::template lanes<A>;
    constexpr auto held = static_cast<std::size_t>(count);
    const Base at = base(i, column);
    Wide first[held], second[held], sum[held];
    GPUJOB_UNROLL(8)
    for (int v = 0; v < count; ++v) {
      first[v] = load(sine_from_sine + v * lanes, simd) * at.sine +
                 load(sine_from_cosine + v * lanes, simd) * at.cosine;
      second[v] = load(second_from_sine + v * lanes, simd) * at.sine +
                  load(second_from_cosine + v * lanes, simd) * at.cosine;
      sum[v] = weights.of(first[v], column + v * lanes, simd);
    }
    for (int k = 1; k < steps; ++k) {
      GPUJOB_UNROLL(8)
      for (int v = 0; v < count; ++v) {
        step.step(first[v], second[v]);
        sum[v] = sum[v] + weights.of(first[v], column + k * stride + v * lanes, simd);
      }
    }
    GPUJOB_UNROLL(8)
    for (int v = 1; v < count; ++v) sum[0] = sum[0] + sum[v];
    return sum[0];
  }

  /// Sum over columns [first, end) of row i, a piece.
  template <class Simd, class Weights = Unweighted>
  GPUJOB_FN A sum(std::size_t i, int first, int end, Simd simd, Weights weights = {}) const {
    constexpr int width = vectors<Simd> * Simd::template lanes<A>;
    Sum<typename Simd::template Wide<A>> lanes_total;
    int j = first;
    for (int steps = steps_from(j, end); steps > 0; steps = steps_from(j, end)) {
      for (int k = 0; k < stride; k += width) {
        lanes_total.add(chains(i, j + k, steps, simd, weights));
      }
      j += steps * stride;
    }
    Sum<A> total;
    total.add(sum_of_points<A>(*this, i, j, end, weights));
    total.add_lanes(lanes_total, simd);
    return total.value;
  }

  /// The value that `sum` adds for column j: its chain once more, up to there.
  template <class Simd>
  GPUJOB_FN A value(std::size_t i, int j, Simd /*simd*/) const {
    constexpr int width = vectors<Simd> * Simd::template lanes<A>;
    const int piece = j / columns * columns, end = n - piece < columns ? n : piece + columns;
    const int block = piece + (j - piece) / (stride * longest) * (stride * longest);
    if (j - block >= steps_from(block, end) * stride) return point(i, j);
    const int column = (j - block) % stride, offset = column % width;
    const Base at = base(i, block + column - offset);
    A first = sine_from_sine[offset] * at.sine + sine_from_cosine[offset] * at.cosine;
    A second = second_from_sine[offset] * at.sine + second_from_cosine[offset] * at.cosine;
    for (int k = (j - block) / stride; k > 0; --k) step.step(first, second);
    return first;
  }
};

}  // namespace gpujob::integrate2d
