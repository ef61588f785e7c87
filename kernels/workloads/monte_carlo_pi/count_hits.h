// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/macros.h"
#include "device/simd.h"
#include "workloads/monte_carlo_pi/philox.h"

namespace gpujob::monte_carlo_pi {

/// The points of a run, in chunks of whole counters: `points` of the stream from `begin` on,
/// `chunk` in each chunk but the last.
struct Layout {
  std::uint64_t points;
  std::uint32_t chunk;      ///< even
  std::uint64_t begin = 0;  ///< even

  GPUJOB_FN std::uint64_t chunks() const { return (points + chunk - 1) / chunk; }
  GPUJOB_FN std::uint64_t first(std::uint64_t c) const { return begin + c * chunk; }
  GPUJOB_FN std::uint64_t size(std::uint64_t c) const {
    return points - c * chunk < chunk ? points - c * chunk : chunk;
  }
};

/// 1 where the point is in the quarter of the circle. x and y: numbers of 32 bits in wider lanes.
template <class W, class Simd>
GPUJOB_FN W is_hit(const W& x, const W& y, Simd simd) {
  const W u = (x << 32) >> 33, v = (y << 32) >> 33;
  const W sum = multiply_low(u, u, simd) + multiply_low(v, v, simd);
  return (sum >> 62) == 0;  // for vectors -1: all bits
}

#if !defined(__HIP__)
/// The same for one point.
GPUJOB_FN std::uint64_t is_hit(std::uint32_t x, std::uint32_t y, Scalar /*simd*/) {
  const std::uint64_t u = x >> 1, v = y >> 1;
  return (u * u + v * v) >> 62 == 0 ? 1 : 0;
}
#endif

/// Hits of a chunk: an item of work.
struct ChunkHits {
  static constexpr int threads = 256;
  Layout layout;
  RoundKeys keys;
  std::uint32_t* hits;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t c, Simd simd) const {
    using Wide = typename Simd::template Wide<std::uint64_t>;
    constexpr int lanes = Simd::template lanes<std::uint64_t>;
    const std::uint64_t begin = layout.first(c) / 2;
    const auto pairs = static_cast<std::uint32_t>(layout.size(c) / 2);
    Wide found{};
    std::uint32_t k = 0;
    for (; k + lanes <= pairs; k += lanes) {
      const auto x = philox(Wide(counters(Wide{}, simd) + (begin + k)), keys, simd);
      add(found, is_hit(x.a, x.b, simd), simd);
      add(found, is_hit(x.c, x.d, simd), simd);
    }
    std::uint64_t total = 0;
    for (int l = 0; l < lanes; ++l) total += lane(found, l, simd);
    for (std::uint64_t point = layout.first(c) + 2 * std::uint64_t{k};
         point < layout.first(c) + layout.size(c); ++point) {
      const auto x = philox(point / 2, keys, Scalar{});
      total += point % 2 == 0 ? is_hit(x.a, x.b, Scalar{}) : is_hit(x.c, x.d, Scalar{});
    }
    hits[c] = static_cast<std::uint32_t>(total);
  }

 private:
  GPUJOB_FN static std::uint64_t counters(std::uint64_t zero, Scalar /*simd*/) { return zero; }
  GPUJOB_FN static void add(std::uint64_t& found, std::uint64_t hit, Scalar /*simd*/) {
    found += hit;
  }
#if !GPUJOB_GPU
  template <class W, int Bytes>
  GPUJOB_FN static W counters(const W& zero, Vector<Bytes> /*simd*/) {
    W w = zero;
    for (unsigned l = 0; l < Bytes / 8; ++l) w[l] = l;
    return w;
  }
  template <class W, int Bytes>
  GPUJOB_FN static void add(W& found, const W& hit, Vector<Bytes> /*simd*/) {
    found -= hit;
  }
#endif
};

}  // namespace gpujob::monte_carlo_pi
