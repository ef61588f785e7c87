// SPDX-License-Identifier: MIT
// The answer check of integrate2d has to tell wrong sums of blocks from right ones at sizes that
// take too long to compute here: they are given in closed form, rounded as a kernel rounds them.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>

#include "workloads/integrate2d/integrate2d_reference.h"
#include "workloads/integrate2d/plan.h"

namespace gpujob::integrate2d {
namespace {

/// What is computed of a large grid by closed forms.
struct Large {
  int n;
  double phase;
  double width = 1;
  int parts = 1;  ///< of its rows, each checked on its own
};

/// Block sums as `shared` gives them in float32, in closed form: x and h rounded as a kernel would,
/// the last column left out of the first row of those blocks that `faulty` says.
Sums blocks_of(const Large& large, Part rows, bool (*faulty)(std::size_t block)) {
  const double step = large.width * kPi / large.n;
  const auto h = static_cast<long double>(static_cast<float>(step));
  Sums given{large.n, large.phase, large.width, 16, {}, rows};
  const auto end = static_cast<int>(rows.end());
  for (int first = static_cast<int>(rows.first); first < end; first += 16) {
    long double sum = 0;
    for (int i = first; i < std::min(end, first + 16); ++i) {
      const double angle = large.phase + step * (i + 0.5);
      const int turns = angle >= 2.5 * kPi ? 2 : angle >= 0.5 * kPi ? 1 : 0;
      const auto x = static_cast<long double>(static_cast<float>(angle - turns * kTwoPi));
      sum += std::sin(x + large.n * h / 2) * std::sin(large.n * h / 2) / std::sin(h / 2);
      if (i == first && faulty(given.sums.size())) sum -= std::sin(x + h * (large.n - 0.5L));
    }
    given.sums.push_back(static_cast<double>(static_cast<float>(sum)));
  }
  return given;
}

/// Whether every part of the rows passes.
bool passes_at(const Large& large, bool (*faulty)(std::size_t block)) {
  Samples right{{{0, 0}}, {}};
  right.values.push_back(std::sin(large.width * kPi / large.n + large.phase));
  const int cut = large.n / 16 / large.parts * 16;
  for (int p = 0; p < large.parts; ++p) {
    const int count = p + 1 < large.parts ? cut : large.n - p * cut;
    const Part rows{static_cast<std::uint64_t>(p * cut), static_cast<std::uint64_t>(count)};
    Sums given = blocks_of(large, rows, faulty);
    if (large.parts == 1) given.rows.reset();
    if (!check(given, right, "shared", "float32").valid) return false;
  }
  return true;
}

const auto kNoBlock = [](std::size_t) { return false; };
const auto kEveryBlock = [](std::size_t) { return true; };

/// Sizes of the named ones and between; at 411775 rows go by 16 units in the last place of x.
TEST(WrongBlocks, OfLargeGridsAreCaughtThoughOneRowOf16IsWrong) {
  std::mt19937_64 random(13);
  for (const int large : {16384, 37001, 102400, 190001, 409600, 411775}) {
    const double drawn = draw_phase("drawn", random);
    EXPECT_TRUE(passes_at({large, drawn}, kNoBlock)) << large;
    if (large > 409600) continue;
    EXPECT_FALSE(passes_at({large, drawn}, kEveryBlock)) << large;
  }
  EXPECT_FALSE(passes_at({102400, 0.3}, [](std::size_t block) { return block % 100 == 7; }));
}

TEST(WrongBlocks, AreCaughtInPartsAndOverSmallerSquares) {
  std::mt19937_64 random(14);
  for (const Large& given : {Large{102400, 0, 0.5}, Large{102400, 0, 0.1}, Large{409600, 0, 0.5},
                             Large{204800, 0, 1, 2}, Large{204800, 0, 1, 4}, Large{409600, 0, 1, 2},
                             Large{409600, 0, 1, 4}, Large{411775, 0, 1, 4}}) {
    for (int k = 0; k < 3; ++k) {
      Large large = given;
      large.phase = draw_phase("drawn", random);
      // Where the last column is zero all along, it is right to leave it out.
      const double last = std::sin(large.phase + 1.5 * large.width * kPi);
      if (large.width < 0.2 && std::fabs(last) < 0.5) continue;
      EXPECT_TRUE(passes_at(large, kNoBlock)) << large.n << " in " << large.parts;
      if (large.n > 409600) continue;
      EXPECT_FALSE(passes_at(large, kEveryBlock))
          << large.n << " in " << large.parts << " width " << large.width << " at " << large.phase;
    }
  }
}

}  // namespace
}  // namespace gpujob::integrate2d
