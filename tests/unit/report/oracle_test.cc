// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "report/distribution.h"
#include "report/rank_test.h"
#include "report/statistics.h"
#include "support/read_source.h"

// Every statistic against SciPy and R: oracle.txt holds their answers, oracle.py makes it and says
// what a line means.

namespace gpujob {
namespace {

using Numbers = std::vector<double>;

Numbers numbers(std::string_view text) {
  Numbers numbers;
  for (const std::string_view word : split(text, ' ')) numbers.push_back(parse_real(word).value());
  return numbers;
}

Numbers sorted(Numbers numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// What this program answers to a case; `parts` are its lists.
Numbers answer(std::string_view kind, const std::vector<Numbers>& parts) {
  const Numbers& first = parts[0];
  if (kind == "summary") {
    const Summary s = summarise(first);
    return {s.minimum, s.lower_quartile, s.median, s.upper_quartile, s.p95, s.maximum, s.mad};
  }
  if (kind == "rank") {
    const RankTest test = rank_test(sorted(first), sorted(parts[1]));
    return {test.u, test.p, test.delta};
  }
  if (kind == "holm") return holm(first, first.size());
  if (kind == "student") return {student_quantile(first[0], first[1])};
  return {normal_tail(first[0])};
}

TEST(Oracle, IsReachedToABillionth) {
  const std::string file = read_source("tests/unit/report/oracle.txt");
  std::map<std::string_view, int> cases;
  for (const std::string_view line : lines(file)) {
    if (line.starts_with('#')) continue;
    const std::vector<std::string_view> parts = split(line, '|');
    std::vector<Numbers> lists;
    for (std::size_t i = 1; i < parts.size(); ++i) lists.push_back(numbers(parts[i]));
    const Numbers expected = lists.back();
    const Numbers got = answer(parts[0], lists);
    ASSERT_EQ(got.size(), expected.size()) << line;
    for (std::size_t i = 0; i < got.size(); ++i) {
      EXPECT_LE(std::fabs(got[i] - expected[i]), 1e-9 * std::fabs(expected[i]))
          << i << ": " << line;
    }
    ++cases[parts[0]];
  }
  EXPECT_EQ(cases["summary"], 130);
  EXPECT_EQ(cases["rank"], 300);
  EXPECT_EQ(cases["holm"], 60);
  EXPECT_EQ(cases["student"], 45);
  EXPECT_EQ(cases["normal"], 12);
}

// Both forms of the normal quantile that the bootstrap uses.
TEST(Distribution, QuantileUndoesTail) {
  for (const double p : {0.025, 0.2, 0.5, 0.9, 0.975}) {
    EXPECT_NEAR(1 - normal_tail(normal_quantile(p)), p, 1e-12);
  }
}

}  // namespace
}  // namespace gpujob
