// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/report/sample_comparison.h"
#include "unit/report/sample_report.h"

// What is compared where several things were measured, and which groups are set against each other.

namespace gpujob {
namespace {

using testing::ElementsAre;

TimingReport slow_a100(const Json& more = Json::object()) {
  return report_from("S", "hpc2n", "a100", "nvidia-a100-40gb", about(0.002), more);
}

// More runs on another device, later, change nothing in what is answered.
TEST(Question, OfEqualDevicesTheOneTimedFirstIsKept) {
  const auto on = [](const char* gpu, const char* model, const char* variant, const char* started) {
    return report_from(gpu, "hpc2n", gpu, model, about(0.002),
                       {{"variant", variant}, {"started", started}});
  };
  std::vector<TimingReport> reports = {on("l40s", "nvidia-l40s", "poly", "2026-11-01T11:00:00Z"),
                                       on("l40s", "nvidia-l40s", "naive", "2026-11-01T10:00:00Z")};
  for (const char* variant : {"poly", "naive"}) {
    for (TimingReport& run : runs_of(on("h100", "nvidia-h100", variant, "2026-11-02T10:00:00Z"))) {
      run.run_id += variant;
      reports.push_back(std::move(run));
    }
  }
  const Comparison comparison = compared(reports, compare_by({"variant"}));
  ASSERT_EQ(comparison.groups.size(), 2u);
  EXPECT_EQ(comparison.groups[0].runs, 1u);
  ASSERT_FALSE(comparison.excluded.empty());
  EXPECT_THAT(comparison.excluded.front().reason,
              testing::StartsWith("gpu nvidia-h100, others nvidia-l40s"));
  // A device with more of the variants answers more.
  reports.erase(reports.begin() + 1);
  EXPECT_EQ(compared(reports, compare_by({"variant"})).groups[0].runs, 4u);
}

// However many runs of another size come later, the question stays; only the user changes it.
TEST(Question, IsTheWorkloadsUsualElseTheFirstThatWasMeasured) {
  const auto sized = [](int n, const std::string& started, const std::string& run) {
    Json patch{{"parameters", {{"n", n}}}, {"started", started}};
    patch["run"]["id"] = run;
    return slow_a100(patch);
  };
  const std::vector<TimingReport> reports{
      sized(2048, "2026-11-21T10:00:00Z", "B"), sized(2048, "2026-11-22T10:00:00Z", "C"),
      sized(4096, "2026-11-20T10:00:00Z", "A"), sized(512, "2026-11-23T10:00:00Z", "D")};
  const auto asked = [&](const CompareOptions& how) {
    const Comparison comparison = compared(reports, how);
    std::vector<std::string> lines;
    for (const Question& one : comparison.question) lines.push_back(question_text(one));
    return lines;
  };
  CompareOptions how = compare_by({"site", "gpu"});
  EXPECT_THAT(asked(how), ElementsAre("n = 4096: 1 run; also 512 (1 run), 2048 (2 runs)"));
  how.usual = {{"n", "2.048e3"}, {"phase", "drawn"}, {"width", "1"}};
  EXPECT_THAT(asked(how), ElementsAre("n = 2048: 2 runs; also 512 (1 run), 4096 (1 run)"));
  how.where = {{"n", "512"}};
  EXPECT_THAT(asked(how), ElementsAre());
  how.where = {};
  how.by = {"n"};
  EXPECT_THAT(asked(how), ElementsAre());
}

// The fastest is another model: what two sites make of one model is said all the same.
TEST(SameDevice, OneModelAtTwoSitesHasAVerdictOfItsOwn) {
  const auto at = [](const std::string& site, const std::string& model, double seconds) {
    return runs_of(report_from(site + model, site, model, model, about(seconds)), 8);
  };
  std::vector<TimingReport> reports;
  for (const auto& runs : {at("a", "m1", 2), at("b", "m1", 3), at("c", "m2", 1), at("c", "m1", 2)})
    reports.insert(reports.end(), runs.begin(), runs.end());
  const Comparison comparison = compared(reports, compare_by({"site", "gpu"}));
  std::vector<std::string> verdicts;
  for (const SameDevice& same : comparison.same_devices) {
    EXPECT_EQ(same.gpu, "m1");
    verdicts.push_back(same.group + " | " + same.against + " | " + same.verdict);
  }
  EXPECT_THAT(verdicts, ElementsAre(testing::StartsWith("b m1 | a m1 | 1.50× slower"),
                                    "c m1 | a m1 | not distinguishable",
                                    testing::StartsWith("c m1 | b m1 | 1.50× faster")));
  CompareOptions how = compare_by({"site", "gpu"});
  how.baseline = "a m1";  // the pairs with it stand in the table already
  EXPECT_EQ(compared(reports, how).same_devices.size(), 1u);
}

// "a m1" is what a user types; that its samples were disturbed is nothing to type.
TEST(Baseline, IsNamedWithoutItsMark) {
  const Json discarded = Json::parse(R"([{"seconds": 2.0, "reason": "cpu_taken"}])");
  const auto disturbed = [&](const std::string& site) {
    return report_from(site + "d", site, "m1", "m1", about(1),
                       {{"samples", {{"discarded", discarded}}}});
  };
  const TimingReport quiet = report_from("aq", "a", "m1", "m1", about(2));
  CompareOptions how = compare_by({"site", "gpu"});
  how.baseline = "b m1";
  const Comparison only = compared({disturbed("b"), quiet}, how);
  EXPECT_EQ(only.groups[0].baseline, "b m1 (disturbed)");
  how.baseline = "a m1";
  const Comparison both = compared({disturbed("a"), quiet}, how);
  EXPECT_EQ(both.groups[1].baseline, "a m1");
  EXPECT_EQ(both.groups[1].label, "a m1 (disturbed)");
  how.baseline = "a m2";
  EXPECT_TRUE(
      fails_with(compare(table_of({disturbed("a"), disturbed("b"), quiet}), how), ExitCode::Usage,
                 {"--baseline 'a m2': unknown (it is one of a m1, b m1); did you mean 'a m1'?"}));
}

}  // namespace
}  // namespace gpujob
