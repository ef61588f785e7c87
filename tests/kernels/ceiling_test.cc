// SPDX-License-Identifier: MIT
// What a variant's time is held against: the bytes of all of its passes, where no cache could hold
// what one leaves for the next, so that a variant that secretly does fewer is faster than possible.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>

#include "device/flush.h"
#include "harness/registry.h"

namespace gpujob {
namespace {

struct Passes {
  const char* workload;
  const char* variant;
  int least;  ///< values an element that any variant reads and writes
  int moved;  ///< that this one does
};

constexpr Passes kAllPasses[] = {
    {"hidden_layer", "fused", 3, 3},
    {"hidden_layer", "three_kernels", 3, 7},
    {"elementwise", "fused", 2, 2},
    {"elementwise", "unfused", 2, 11},
    {"pulses", "fused", 2, 2},
    {"pulses", "resident", 2, 5},
    {"vector_add", "overlap", 3, 3},
    {"vector_add", "copy", 3, 9},
    // To the device and back, once more each, and two arrays up at first.
    {"pulses", "round_trip", 2, 5 + 2 * 5}};

class Passing : public testing::TestWithParam<Passes> {
 protected:
  /// Values that work in float32 on `elements` of them is held against, an element.
  static double counted(std::size_t elements) {
    Queue queue;
    Random random(1);
    const bool square = std::string(GetParam().workload) == "elementwise";
    const auto n = square ? static_cast<std::size_t>(std::sqrt(elements)) : elements;
    for (const Registered& workload : registered()) {
      if (workload.spec.name != GetParam().workload) continue;
      const auto experiment =
          workload.make(queue, {GetParam().variant, "float32", {{"n", std::to_string(n)}}}, random);
      const Ceiling ceiling = experiment->ceiling(queue, queue.pool().threads());
      return ceiling.counted / sizeof(float) / static_cast<double>(square ? n * n : n);
    }
    return 0;
  }
};

TEST_P(Passing, OverListsThatNoCacheHoldsAreAllCounted) {
  // On processors with caches beyond 64 MiB such lists are too large for a test.
  const std::size_t bytes = std::min(4 * Queue().cache_bytes(), std::size_t{256} << 20);
  const auto side = static_cast<std::size_t>(std::sqrt(bytes / sizeof(float))) + 1;
  const bool large = empties_cache(Queue(), static_cast<double>(side * side * sizeof(float)));
  EXPECT_EQ(counted(side * side), large ? GetParam().moved : GetParam().least);
}

TEST_P(Passing, OverShortListsCountsWhatAnyVariantMoves) {
  EXPECT_EQ(counted(10000), GetParam().least);
}

INSTANTIATE_TEST_SUITE_P(Kernels, Passing, testing::ValuesIn(kAllPasses));

}  // namespace
}  // namespace gpujob
