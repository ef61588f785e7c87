// SPDX-License-Identifier: MIT
#include "report/statistics.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace gpujob {
namespace {

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
  const std::vector<double> four{1, 2, 3, 4};
  EXPECT_DOUBLE_EQ(quantile(four, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(four, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile(four, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile(four, 0.9), 3.7);
  EXPECT_DOUBLE_EQ(quantile(four, 1), 4);
  EXPECT_DOUBLE_EQ(quantile({7}, 0.3), 7);
}

// The oracle holds the values; this holds the order of questions to make no difference.
TEST(Ranked, AnswersInAnyOrder) {
  std::vector<double> samples(1000);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = static_cast<double>(i * 617 % 1000);
  Ranked ranked(samples);
  for (const std::size_t rank : {500u, 0u, 999u, 250u, 251u, 500u, 7u, 998u}) {
    EXPECT_EQ(ranked.at(rank), static_cast<double>(rank));
  }
  EXPECT_DOUBLE_EQ(ranked.quantile(0.25), 249.75);
}

// So many are dealt out to bins; skewed, with a far outlier that leaves nearly all in one bin, or
// with nothing but two values.
TEST(Ranked, AnswersForVeryMany) {
  for (const int shape : {0, 1, 2}) {
    std::vector<double> samples(30000);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const auto part = static_cast<double>(i * 7919 % 30000) / 30000;
      samples[i] = shape == 2 ? (i % 3 == 0 ? 1.0 : 2.0) : 1 + part * part;
    }
    if (shape == 1) samples[17] = 1e9;
    Ranked ranked(samples);
    std::vector<double> sorted = samples;
    std::sort(sorted.begin(), sorted.end());
    for (const std::size_t rank : {15000u, 14999u, 0u, 29999u, 7500u, 28500u, 3u, 15001u, 20000u}) {
      EXPECT_EQ(ranked.at(rank), sorted[rank]) << shape << " " << rank;
    }
    const Summary summary = summarise(samples);
    EXPECT_EQ(summary.p95, quantile(sorted, 0.95));
    EXPECT_EQ(summary.minimum, sorted.front());
    EXPECT_EQ(summary.maximum, sorted.back());
  }
}

// Found by bins, the median distance is the one that sorting finds: of skewed samples, from places
// inside, at the edges and outside, for even and odd numbers.
TEST(Ranked, FindsTheMedianDistanceOfVeryMany) {
  for (const std::size_t count : {5000u, 30001u}) {
    std::vector<double> samples(count);
    for (std::size_t i = 0; i < count; ++i) {
      const double part = static_cast<double>(i * 7919 % count) / static_cast<double>(count);
      samples[i] = 1 + part * part * part;
    }
    Ranked ranked(samples);
    for (const double middle : {0.5, 1.0, 1.0001, 1.125, 1.5, 1.9999, 2.0, 7.0}) {
      std::vector<double> distances;
      for (const double sample : samples) distances.push_back(std::fabs(sample - middle));
      std::sort(distances.begin(), distances.end());
      EXPECT_EQ(ranked.median_distance(middle), quantile(distances, 0.5)) << middle;
    }
  }
}

TEST(Ranked, EqualOnesHaveNoBins) {
  Ranked ranked(std::vector<double>(5000, 2.5));
  EXPECT_EQ(ranked.quantile(0.5), 2.5);
  EXPECT_EQ(summarise(std::vector<double>(5000, 2.5)).mad, 0);
}

}  // namespace
}  // namespace gpujob
