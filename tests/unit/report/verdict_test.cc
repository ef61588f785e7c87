// SPDX-License-Identifier: MIT
#include "report/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "unit/report/sample_comparison.h"
#include "unit/report/sample_report.h"

// Which runs may carry a verdict, and the words of one.

namespace gpujob {
namespace {

using testing::ElementsAre;

TEST(Trust, FewerRunsThanTheRankTestNeedsGetNoVerdict) {
  const Comparison single = compared({fast(), slow()});
  EXPECT_THAT(verdicts(single), ElementsAre("1 run each; a verdict needs 4", "baseline"));
  EXPECT_FALSE(single.groups[0].contrast.has_value());
  EXPECT_TRUE(single.groups[0].median.has_value());
  EXPECT_THAT(single.notes,
              ElementsAre("a verdict needs 4 runs per group here: 'gpujob submit integrate2d "
                          "... --runs N' sends the missing ones, with the same options",
                          "within one run: 'hpc2n l40s', 'uppmax h100'; these intervals hold the "
                          "noise inside a run, not between runs, nodes or days"));
  std::vector<TimingReport> several = runs_of(fast(), 5);
  for (const TimingReport& run : runs_of(slow(), 3)) several.push_back(run);
  EXPECT_THAT(verdicts(compared(several)),
              ElementsAre("3 runs, baseline 5; a verdict needs 4", "baseline"));
}

TEST(Trust, MoreGroupsNeedMoreRuns) {
  std::vector<TimingReport> reports = four_each(fast(), slow());
  for (const TimingReport& run :
       runs_of(report_from("T", "nsc", "t4", "nvidia-t4", {9, 9.1, 9, 9.1, 9.05}))) {
    reports.push_back(run);
  }
  EXPECT_THAT(
      verdicts(compared(reports)),
      ElementsAre("4 runs each; a verdict needs 5", "4 runs each; a verdict needs 5", "baseline"));
}

TEST(Trust, DisturbedAndRehearsedRunsGetNoVerdict) {
  const Json discarded = Json::parse(R"([{"seconds": 2.0, "reason": "cpu_taken"}])");
  const TimingReport disturbed = slow({{"samples", {{"discarded", discarded}}}});
  const Comparison comparison = compared(four_each(fast(), disturbed));
  EXPECT_THAT(labels(comparison), ElementsAre("hpc2n l40s (disturbed)", "uppmax h100"));
  EXPECT_THAT(verdicts(comparison), ElementsAre("no verdict: disturbed", "baseline"));
  EXPECT_TRUE(comparison.groups[0].median.has_value());
  const Json throttled = Json::parse(R"([{"seconds": 2.0, "reason": "throttled"}])");
  EXPECT_EQ(
      compared(four_each(fast(), slow({{"samples", {{"discarded", throttled}}}}))).groups[0].mark,
      "disturbed");
  CompareOptions how = compare_by();
  how.mix = Mix::Rehearsals;
  const TimingReport rehearsed = slow({{"run", {{"sandbox", "x"}}}});
  EXPECT_THAT(verdicts(compared(four_each(fast(), rehearsed), how)),
              ElementsAre("no verdict: rehearsal", "baseline"));
  EXPECT_THAT(verdicts(compared(four_each(rehearsed, fast({{"run", {{"sandbox", "y"}}}})))),
              ElementsAre("no verdict: rehearsal", "baseline"));
}

TEST(Trust, ARunWithACeilingFarOffTheOthersIsLeftOut) {
  std::vector<TimingReport> reports = runs_of(slow(), 5);
  reports[4] = slow({{"run", {{"id", "low"}}}, {"ceiling", {{"value", 2e13}}}});
  const Comparison comparison = compared(reports);
  EXPECT_EQ(comparison.groups[0].runs, 4u);
  EXPECT_THAT(reasons(comparison),
              ElementsAre(testing::StartsWith("run low: disturbed: ceiling ")));
}

Contrast contrast(double ratio, Interval interval, double corrected = 0.001) {
  Contrast contrast;
  contrast.ratio = ratio;
  contrast.interval = interval;
  contrast.corrected = corrected;
  contrast.fewer_runs = 4;
  return contrast;
}

std::string kernel_verdict(const Contrast& contrast) {
  return verdict_of(contrast, *find_metric("kernel"), 0.95);
}

TEST(Verdict, NeverPrintsAFactorOfOne) {
  EXPECT_EQ(kernel_verdict(contrast(1.83, {1.79, 1.88})), "1.83× faster (1.79–1.88)");
  EXPECT_EQ(kernel_verdict(contrast(0.5, {0.4, 0.8})), "2.00× slower (1.25–2.50)");
  EXPECT_EQ(kernel_verdict(contrast(1.004, {1.002, 1.006})), "1.004× faster (1.002–1.006)");
  EXPECT_EQ(kernel_verdict(contrast(1.5, {0.99, 1.9})), "not distinguishable");
  EXPECT_EQ(kernel_verdict(contrast(1, {1, 1})), "not distinguishable");
}

TEST(Verdict, NeedsTheRankTestToo) {
  EXPECT_EQ(kernel_verdict(contrast(1.83, {1.79, 1.88}, 0.06)), "not distinguishable");
}

}  // namespace
}  // namespace gpujob
