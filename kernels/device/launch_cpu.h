// SPDX-License-Identifier: MIT
// Launches on the CPU: the same loop compiled for each instruction set, chosen at run time.
//
// `flatten` pulls the body and all it calls into the loop, and `target` lets the compiler use the
// wider registers for all of it. A scalar body is vectorised by the compiler (`ivdep`: items do not
// depend on each other); one that takes a Simd holds registers of the right width itself.
#pragma once

#include <cstddef>
#include <type_traits>

#include "device/queue.h"
#include "device/simd.h"
#include "device/store.h"

#if defined(__x86_64__) && defined(__clang__)
#define GPUJOB_AVX512 "avx512f,avx512dq,avx512bw,avx512vl,avx2,fma"
#else
#define GPUJOB_AVX512 "avx512f,avx512dq,avx512bw,avx512vl,avx2,fma,prefer-vector-width=512"
#endif

namespace gpujob {

template <class Simd, class Body>
GPUJOB_FN void items(std::size_t begin, std::size_t end, const Body& body) {
  if constexpr (std::is_invocable_v<const Body&, std::size_t, Simd>) {
    for (std::size_t i = begin; i < end; ++i) body(i, Simd{});
  } else {
#if !defined(__clang__)
#pragma GCC ivdep
#endif
    for (std::size_t i = begin; i < end; ++i) body(i);
  }
}

/// A body of for_each_pack as one of for_each: an item is a piece of `piece` values. Its places are
/// not whole pages apart: lists that begin at pages, as large ones do, are then copied at a quarter
/// of the speed by a Zen 3 (6 GB/s of 25 at four places, by two cores).
template <class T, class Walk, class Body>
struct PackPieces {
  Body body;
  std::size_t count, piece;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t item, Simd simd) const {
    constexpr std::size_t lanes = Simd::template lanes<T>;
    const Body own =
        body;  // a local copy, which no store can change: its pointers stay in registers
    std::size_t i = item * piece;
    const std::size_t end = count - i < piece ? count : i + piece;
    constexpr std::size_t row = Walk::packs * lanes;
    constexpr std::size_t page = 4096 / sizeof(T), least = 1088 / sizeof(T);
    constexpr std::size_t off_page = (least + row - 1) / row * row;
    std::size_t part = (end - i) / (Walk::places * row) * row;
    if (Walk::places > 1 && part % page == 0 && part > off_page) part -= off_page;
    for (const std::size_t last = i + part; i < last; i += row) {
      for (std::size_t place = 0; place < Walk::places; ++place) {
        for (std::size_t k = 0; k < row; k += lanes) own(i + place * part + k, simd);
      }
    }
    for (i += (Walk::places - 1) * part; i + lanes <= end; i += lanes) own(i, simd);
    for (; i < end; ++i) own(i, Scalar{});
    order_stores();
  }
};

template <class Body>
GPUJOB_FN void blocks(std::size_t begin, std::size_t end, const Body& body) {
  for (std::size_t block = begin; block < end; ++block) {
    typename Body::Shared shared;
    typename Body::Private mine[Body::threads];
    for (int p = 0; p < body.phases; ++p) {
      for (int t = 0; t < Body::threads; ++t) body.phase(p, block, t, shared, mine[t]);
    }
  }
}

#if defined(__x86_64__)
template <class Body>
__attribute__((target(GPUJOB_AVX512), flatten, noinline)) void items_avx512(std::size_t begin,
                                                                            std::size_t end,
                                                                            const Body& body) {
  items<Vector<64>>(begin, end, body);
}

template <class Body>
__attribute__((target("avx2,fma"), flatten, noinline)) void items_avx2(std::size_t begin,
                                                                       std::size_t end,
                                                                       const Body& body) {
  items<Vector<32>>(begin, end, body);
}
#endif

template <class Body>
__attribute__((flatten, noinline)) void items_baseline(std::size_t begin, std::size_t end,
                                                       const Body& body) {
  items<Vector<16>>(begin, end, body);
}

template <int Threads, class Body>
void for_each(Queue& queue, std::size_t count, std::size_t grain, const Body& body) {
  auto loop = items_baseline<Body>;
#if defined(__x86_64__)
  if (queue.isa() == Isa::Avx512) loop = items_avx512<Body>;
  if (queue.isa() == Isa::Avx2) loop = items_avx2<Body>;
#endif
  queue.pool().run(count, grain,
                   [&](std::size_t begin, std::size_t end) { loop(begin, end, body); });
}

/// Values that a core takes at a time: long pieces, which memory serves faster (2^20 values are
/// copied 6 % faster than 2^17), but enough of them to even out unequal cores.
inline std::size_t piece_of(Queue& queue, std::size_t count) {
  const auto threads = static_cast<std::size_t>(queue.pool().threads());
  std::size_t piece = std::size_t{1} << 20;
  while (piece > std::size_t{1} << 14 && piece * 16 * threads > count) piece /= 2;
  return piece;
}

template <class T, class Walk, class Body>
void for_each_pack(Queue& queue, std::size_t count, const Body& body) {
  const std::size_t piece = piece_of(queue, count);
  for_each<1>(queue, (count + piece - 1) / piece, 1, PackPieces<T, Walk, Body>{body, count, piece});
}

template <class Body>
void for_each_block(Queue& queue, std::size_t count, const Body& body) {
  queue.pool().run(count, 1, [&](std::size_t begin, std::size_t end) { blocks(begin, end, body); });
}

}  // namespace gpujob
