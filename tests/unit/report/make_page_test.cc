// SPDX-License-Identifier: MIT
#include "report/page/make_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/format.h"
#include "base/json_value.h"
#include "report/compare.h"
#include "unit/report/sample_comparison.h"
#include "unit/report/sample_report.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

ComparisonPage page_of(const std::vector<TimingReport>& reports,
                       std::string_view metric = "kernel") {
  const MeasurementTable table = table_of(reports, metric);
  CompareOptions options;
  options.workload = "integrate2d";
  const Result<Comparison> comparison = compare(table, options);
  EXPECT_TRUE(is_ok(comparison));
  return comparison ? make_page(*comparison, table, "9.9.9") : ComparisonPage{};
}

TimingReport slow_run(const char* run, const char* started) {
  return report_from(run, "hpc2n", "l40s", "nvidia-l40s", kSlow, {{"started", started}});
}

TEST(MakePage, TakesOverWhatTheComparisonSays) {
  const ComparisonPage page =
      page_of(repeated({slow_run("A", "2026-11-22T10:15:30Z"),
                        report_from("F", "uppmax", "h100", "nvidia-h100", kFast),
                        report_from("W", "uppmax", "h100", "nvidia-h100", kFast, wrong_answer())},
                       4));
  EXPECT_EQ(page.version, "9.9.9");
  EXPECT_EQ(page.metric, "kernel time");
  EXPECT_EQ(page.better, "less is better");
  ASSERT_THAT(page.groups, SizeIs(2));
  EXPECT_EQ(page.groups[0].label, "hpc2n l40s");
  EXPECT_EQ(page.groups[0].outcome, PageVerdict::Worse);
  EXPECT_EQ(page.groups[0].site, "hpc2n");
  EXPECT_EQ(page.groups[1].outcome, PageVerdict::Baseline);
  EXPECT_NEAR(page.groups[0].contrast->ratio, 1.01 / 2.015, 0.002);
  ASSERT_THAT(page.left_out, SizeIs(1));
  EXPECT_EQ(page.left_out[0].reason, "answer not valid");
  EXPECT_THAT(page.left_out[0].runs, ElementsAre("Wa", "Wb", "Wc", "Wd"));
}

TEST(MakePage, ShowsLaunchesInTheOrderOfTimeWithAllTheirSamples) {
  const ComparisonPage page =
      page_of({slow_run("B", "2026-11-21T10:15:30Z"), slow_run("A", "2026-11-22T10:15:30Z")});
  ASSERT_THAT(page.groups, SizeIs(1));
  ASSERT_THAT(page.groups[0].shown, SizeIs(2));
  EXPECT_EQ(page.groups[0].shown[0].run, "B");
  EXPECT_EQ(page.groups[0].shown[0].samples, kSlow);
  EXPECT_EQ(page.groups[0].shown[1].run, "A");
  EXPECT_THAT(page.groups[0].shown[0].environment,
              testing::Contains(std::pair<std::string, std::string>("driver", "13.0")));
}

TEST(MakePage, OfVeryManyLaunchesTheNewestAreShown) {
  std::vector<TimingReport> reports;
  for (int i = 0; i < 250; ++i) {
    const std::string started = format("2026-11-{:02}T{:02}:15:30Z", 1 + i / 24, i % 24);
    reports.push_back(slow_run(format("{:03}", i).c_str(), started.c_str()));
  }
  const ComparisonPage page = page_of(reports);
  ASSERT_THAT(page.groups, SizeIs(1));
  EXPECT_EQ(page.groups[0].launches, 250);
  ASSERT_THAT(page.groups[0].shown, SizeIs(240));
  EXPECT_EQ(page.groups[0].shown.front().run, "010");
  EXPECT_EQ(page.groups[0].shown.back().run, "249");
}

TEST(MakePage, WorkNeedsACeilingAndDeclaredBytes) {
  const PageWork known = page_of({slow_run("A", "2026-11-21T10:15:30Z")}).groups[0].work;
  EXPECT_DOUBLE_EQ(known.operations, 73400320000.0);
  EXPECT_NEAR(known.bytes, 409600, 1e-6);
  EXPECT_DOUBLE_EQ(known.seconds, 2.015);
  EXPECT_DOUBLE_EQ(known.compute, 43210000000000.0);
  EXPECT_EQ(known.memory, 0);
  const Json no_bytes = {{"work", {{"bytes_read", 0}, {"bytes_written", 0}}}};
  EXPECT_EQ(page_of({report_from("A", "x", "y", "z", kSlow, no_bytes)}).groups[0].work.bytes, 0);
}

TEST(MakePage, RatesCountUpwards) {
  const ComparisonPage page = page_of({slow_run("A", "2026-11-21T10:15:30Z")}, "rate");
  EXPECT_EQ(page.metric, "work a second");
  EXPECT_EQ(page.better, "more is better");
  EXPECT_EQ(page.measure.kind, Measure::Kind::Rate);
  EXPECT_EQ(page.measure.work, "op");
}

}  // namespace
}  // namespace gpujob
