// SPDX-License-Identifier: MIT
#include "report/random.h"

#include <array>
#include <gtest/gtest.h>

namespace gpujob {
namespace {

// The reference implementation's first numbers for this seed.
TEST(Random, IsSplitMix64) {
  Random random(1234567);
  for (const std::uint64_t expected :
       {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u,
        16408922859458223821u}) {
    EXPECT_EQ(random.next(), expected);
  }
}

// Computed by a second implementation in Python.
TEST(Random, DrawsBelowABoundTheSameEverywhere) {
  Random random(1);
  for (const std::uint32_t expected :
       {3u, 4u, 5u, 2u, 2u, 4u, 5u, 3u, 1u, 4u, 2u, 3u, 2u, 3u, 2u, 1u, 3u, 4u, 4u, 5u}) {
    EXPECT_EQ(random.below(6), expected);
  }
  for (const std::uint32_t expected : {244243961u, 369326660u, 860734063u, 1546559688u}) {
    EXPECT_EQ(random.below(3000000000u), expected);
  }
}

TEST(Random, IsEven) {
  Random random(42);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70000; ++i) ++counts.at(random.below(7));
  for (const int count : counts) EXPECT_NEAR(count, 10000, 500);  // five standard deviations
}

}  // namespace
}  // namespace gpujob
