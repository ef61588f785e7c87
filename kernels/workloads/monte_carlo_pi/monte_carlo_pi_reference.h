// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "harness/answer.h"
#include "workloads/monte_carlo_pi/count_hits.h"

namespace gpujob::monte_carlo_pi {

/// The counts of a run, one per chunk, and what was counted.
struct Counts {
  Layout layout;
  Key key;
  std::vector<std::uint32_t> hits;
};

/// Counts again, by independent plain code, all of up to 2^32 points, else those of chunks drawn
/// with `seed`; and compares the share of hits with pi / 4, over all and in each chunk.
Answer check(const Counts& given, std::uint64_t seed);

/// Hits among the points [first, first + count) of the stream of a key.
std::uint64_t count_hits(Key key, std::uint64_t first, std::uint64_t count);

}  // namespace gpujob::monte_carlo_pi
