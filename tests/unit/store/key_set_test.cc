// SPDX-License-Identifier: MIT
#include "store/key_set.h"

#include <gtest/gtest.h>
#include <unordered_set>

#include "report/random.h"

namespace gpujob {
namespace {

TEST(KeySet, KnowsWhatWasInserted) {
  KeySet keys;
  EXPECT_FALSE(keys.contains(0));
  std::unordered_set<std::int64_t> known;
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    // Few different keys, zero and negative ones among them, many of one place.
    const auto key = static_cast<std::int64_t>(random.below(9000)) * 64 - 1280;
    EXPECT_EQ(keys.insert(key), known.insert(key).second);
  }
  for (std::int64_t key = -1344; key < std::int64_t{9000} * 64; key += 16) {
    EXPECT_EQ(keys.contains(key), known.count(key) > 0) << key;
  }
  keys.clear();
  EXPECT_FALSE(keys.contains(0));
}

}  // namespace
}  // namespace gpujob
