// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/compare.h"
#include "unit/report/sample_report.h"

namespace gpujob {
namespace {

using testing::ElementsAre;

TimingReport example(const std::string& site = "uppmax") {
  return report_from(site, site, "h100", "nvidia-h100", {1.00, 1.01, 1.02, 1.01, 1.00, 1.01});
}

CompareOptions by_site() {
  CompareOptions options;
  options.workload = "integrate2d";
  options.by = {"site"};
  return options;
}

Comparison of_table(const MeasurementTable& table) {
  Result<Comparison> comparison = compare(table, by_site());
  EXPECT_TRUE(is_ok(comparison));
  return comparison ? *std::move(comparison) : Comparison{};
}

Comparison of_reports(const std::vector<TimingReport>& reports) {
  MeasurementTable table(*find_metric("kernel"));
  for (const TimingReport& report : reports) table.add(measurement_of(report));
  return of_table(table);
}

/// `runs` runs of three samples each at two sites, a percent apart; of both, or of `only` one.
MeasurementTable table_of_many(int runs, const std::string& only = "") {
  MeasurementTable table(*find_metric("kernel"));
  for (int i = 0; i < 2 * runs; ++i) {
    Measurement one = measurement_of(example());
    one.run = "run" + std::to_string(i);
    one.setting.site = i % 2 == 0 ? "a" : "b";
    if (!only.empty() && one.setting.site != only) continue;
    const double level = (1 + 0.01 * (i % 2)) * (1 + 1e-4 * (i * 7919 % 100));
    one.seconds[0] = {level, level * 1.001, level * 1.002};
    table.add(one);
  }
  return table;
}

Comparison of_many(int runs, const std::string& only = "") {
  return of_table(table_of_many(runs, only));
}

TEST(CompareMethod, SaysHowIntervalsAndTestsWereMade) {
  EXPECT_THAT(of_reports({example()}).method,
              ElementsAre("bootstrap of medians, 10000 resamples, seed 20261121"));
  EXPECT_THAT(of_reports({example(), example("hpc2n")}).method,
              ElementsAre("bootstrap of medians, 10000 resamples, seed 20261121"));
  const Comparison few = of_many(20);
  EXPECT_EQ(few.groups[0].interval_by, IntervalBy::Resamples);
  const Comparison many = of_many(21);
  EXPECT_EQ(many.groups[0].interval_by, IntervalBy::NormalLimit);
  EXPECT_EQ(many.method[0], "intervals of medians by normal approximation; rank test of runs");
  EXPECT_EQ(many.method[1],
            "more than 20 repeats or 200 samples: 'a', 'b'; normal approximation used "
            "instead of resampling");
}

TEST(CompareMethod, SaysThatOfVeryManyRunsSomeAreRanked) {
  EXPECT_EQ(of_many(2000).groups[0].ranked, 2000u);
  const Comparison comparison = of_many(2001);
  EXPECT_EQ(comparison.groups[0].repeats, 2001u);
  EXPECT_EQ(comparison.groups[0].ranked, 2000u);
  EXPECT_THAT(comparison.method,
              testing::Contains("more than 2000 runs: 'a', 'b'; the rank test uses 2000 of "
                                "them, evenly picked, medians and intervals use all"));
}

/// From 5,000 launches two threads measure the groups; one group alone is measured by one.
TEST(CompareMethod, MeasuresVeryManyRunsByTwoThreadsAsByOne) {
  const Comparison both = of_many(2600);
  for (std::size_t g = 0; g < 2; ++g) {
    const Comparison alone = of_many(2600, g == 0 ? "a" : "b");
    const ComparedGroup &one = alone.groups[0], &other = both.groups[g];
    EXPECT_EQ(one.summary.count, other.summary.count);
    EXPECT_EQ(one.summary.median, other.summary.median);
    EXPECT_EQ(one.summary.mad, other.summary.mad);
    ASSERT_TRUE(one.median && other.median);
    EXPECT_EQ(one.median->low, other.median->low);
    EXPECT_EQ(one.median->high, other.median->high);
  }
}

}  // namespace
}  // namespace gpujob
