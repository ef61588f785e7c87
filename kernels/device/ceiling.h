// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "device/buffer.h"
#include "device/event.h"
#include "device/launch.h"
#include "device/rate.h"

namespace gpujob {

/// Independent chains of multiply-adds: as fast as this device computes. Eight chains per item hide
/// the latency of the unit (4 cycles on all devices of interest).
template <class T>
struct FmaChains {
  static constexpr int chains = 8;
  T* out;
  T factor, term;
  int rounds;

  template <class Simd>
  GPUJOB_FN void operator()(std::size_t i, Simd simd) const {
    using Wide = typename Simd::template Wide<T>;
    Wide chain[chains];
    GPUJOB_UNROLL(8)
    for (int c = 0; c < chains; ++c) chain[c] = Wide{} + T(c) * term;
#if GPUJOB_GPU
    GPUJOB_UNROLL(16)  // each instruction of the loop itself takes the place of a multiply-add
#endif
    for (int r = 0; r < rounds; ++r) {
      GPUJOB_UNROLL(8)
      // NOLINTNEXTLINE(modernize-loop-convert): not every compiler unrolls those
      for (int c = 0; c < chains; ++c) chain[c] = chain[c] * factor + term;
    }
    Wide sum = chain[0];
    GPUJOB_UNROLL(8)
    for (int c = 1; c < chains; ++c) sum = sum + chain[c];
    T total = 0;
    for (int l = 0; l < Simd::template lanes<T>; ++l) total += lane(sum, l, simd);
    out[i] = total;
  }
};

/// Values computed side by side in one item of a for_each body.
template <class T>
int lanes_of(const Queue& queue) {
#if GPUJOB_GPU
  (void)queue;
  return 1;
#else
  switch (queue.isa()) {
    case Isa::Avx512:
      return 64 / int{sizeof(T)};
    case Isa::Avx2:
      return 32 / int{sizeof(T)};
    case Isa::Baseline:
      break;
  }
  return 16 / int{sizeof(T)};
#endif
}

/// Items for a body of chains, enough to fill the device. `units` as in Description.
inline std::size_t chain_items(int units) {
  return kEmulated ? 16 : static_cast<std::size_t>(units) * (GPUJOB_GPU ? 8 * 2048 : 16);
}

/// Chain steps per second that this device reaches now, in many short runs of a body with `chains`
/// and `rounds`; on a busy machine some of them run undisturbed. What a stand-in reaches proves
/// nothing: it takes no time over it.
template <class T, class Body>
Rate chain_rate(Queue& queue, std::size_t items, Body body) {
  const auto seconds = [&] {
    Event before, after;
    before.record(queue);
    for_each<256>(queue, items, 1, body);
    after.record(queue);
    return after.seconds_since(before);
  };
  constexpr double kShortest = kEmulated ? 0 : 0.004;
  double taken = seconds();
  while (taken < kShortest && body.rounds < 100000000) {
    body.rounds *= 2;
    taken = seconds();
  }
  const double start = steady_seconds();
  std::vector<double> all = {taken};
  while (all.size() < 8 || (all.size() < 51 && steady_seconds() - start < 25 * kShortest)) {
    all.push_back(seconds());
  }
  const double operations = static_cast<double>(items) * Body::chains *
                            static_cast<double>(body.rounds) * lanes_of<T>(queue);
  return rate_of(operations, std::move(all));
}

/// Multiply-adds of T per second.
template <class T>
Rate fma_ceiling(Queue& queue, int units) {
  Buffer<T> out(chain_items(units));
  return chain_rate<T>(queue, out.count(), FmaChains<T>{out.data(), T(0.999), T(0.0001), 1000});
}

}  // namespace gpujob
