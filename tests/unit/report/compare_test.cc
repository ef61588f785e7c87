// SPDX-License-Identifier: MIT
#include "report/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "unit/report/sample_report.h"

namespace gpujob {
namespace {

using testing::ElementsAre;

const std::vector<double> kFast{1.00, 1.01, 1.02, 1.01, 1.00, 1.01};
const std::vector<double> kSlow{2.00, 2.02, 2.01, 2.03, 2.02, 2.01};

TimingReport fast(const Json& more = Json::object()) {
  return report_from("F", "uppmax", "h100", "nvidia-h100", kFast, more);
}

TimingReport slow(const Json& more = Json::object()) {
  return report_from("S", "hpc2n", "l40s", "nvidia-l40s", kSlow, more);
}

CompareOptions options(std::vector<std::string> by = {"site", "gpu"}) {
  CompareOptions options;
  options.workload = "integrate2d";
  options.by = std::move(by);
  return options;
}

Comparison compared(const std::vector<TimingReport>& reports,
                    const CompareOptions& how = options()) {
  Result<Comparison> comparison = compare(reports, how);
  EXPECT_TRUE(is_ok(comparison));
  return comparison ? *std::move(comparison) : Comparison{};
}

std::vector<std::string> labels(const Comparison& comparison) {
  std::vector<std::string> labels;
  for (const ComparedGroup& group : comparison.groups) labels.push_back(group.label);
  return labels;
}

std::vector<std::string> verdicts(const Comparison& comparison) {
  std::vector<std::string> verdicts;
  for (const ComparedGroup& group : comparison.groups) verdicts.push_back(group.verdict);
  return verdicts;
}

std::vector<std::string> reasons(const Comparison& comparison) {
  std::vector<std::string> reasons;
  for (const Excluded& out : comparison.excluded) reasons.push_back(out.run_id + ": " + out.reason);
  return reasons;
}

TEST(Compare, SaysWhoIsFasterAndHowSure) {
  const Comparison comparison = compared({fast(), slow()});
  EXPECT_EQ(comparison.subject, "poly, float32, n=102400, phase=drawn, kernel seconds");
  EXPECT_THAT(labels(comparison), ElementsAre("hpc2n l40s", "uppmax h100"));
  EXPECT_THAT(verdicts(comparison), ElementsAre("baseline", "2.00× faster (1.98–2.02)"));
  EXPECT_DOUBLE_EQ(comparison.groups[0].summary.median, 2.015);
  EXPECT_DOUBLE_EQ(*comparison.groups[1].ratio, 2.015 / 1.01);
  EXPECT_THAT(comparison.excluded, ElementsAre());
  EXPECT_THAT(
      comparison.notes,
      ElementsAre("one launch only: 'hpc2n l40s', 'uppmax h100'; the intervals hold the noise "
                  "inside a launch, not between launches, nodes or days"));
}

TEST(Compare, TheBaselineTurnsTheWords) {
  CompareOptions how = options();
  how.baseline = "uppmax h100";
  EXPECT_THAT(verdicts(compared({fast(), slow()}, how)),
              ElementsAre("2.00× slower (1.98–2.02)", "baseline"));
  how.baseline = "uppmax h10";
  EXPECT_TRUE(
      fails_with(compare({fast(), slow()}, how), ExitCode::Usage,
                 {"--baseline 'uppmax h10': unknown (it is one of hpc2n l40s, uppmax h100); "
                  "did you mean 'uppmax h100'?"}));
}

TEST(Compare, AnIntervalAroundOneDecidesNothing) {
  const TimingReport noisy =
      report_from("N", "nsc", "t4", "nvidia-t4", {1.9, 2.1, 2.05, 1.95, 2.02, 2.01, 2.0});
  EXPECT_THAT(verdicts(compared({slow(), noisy})), ElementsAre("baseline", "not distinguishable"));
}

TEST(Compare, TooFewSamplesGetNoVerdictAndNoRatio) {
  const TimingReport few = report_from("N", "nsc", "t4", "nvidia-t4", {9, 9, 9});
  const Comparison comparison = compared({slow(), few});
  EXPECT_THAT(verdicts(comparison), ElementsAre("baseline", "too few samples (3; need 5)"));
  EXPECT_EQ(comparison.groups[1].ratio, std::nullopt);
  EXPECT_FALSE(comparison.groups[1].median.has_value());
  CompareOptions how = options();
  how.baseline = "nsc t4";
  EXPECT_THAT(verdicts(compared({slow(), few}, how)),
              ElementsAre("baseline has too few samples (3; need 5)", "baseline"));
}

TEST(Compare, LeavesOutWhatDoesNotFitAndSaysWhy) {
  const Comparison comparison =
      compared({slow(), fast(), report_from("W", "nsc", "t4", "nvidia-t4", kFast, wrong_answer()),
                report_from("O", "nsc", "t4", "nvidia-t4", kFast, {{"workload", "vector_add"}}),
                report_from("V", "nsc", "t4", "nvidia-t4", kFast, {{"variant", "naive"}}),
                report_from("P", "nsc", "t4", "nvidia-t4", kFast, {{"precision", "float64"}}),
                report_from("N", "nsc", "t4", "nvidia-t4", kFast, {{"parameters", {{"n", 2048}}}}),
                report_from("M", "nsc", "t4", "nvidia-t4", kFast,
                            {{"parameters", {{"n", kAbsent}, {"m", 3}}}})});
  EXPECT_THAT(labels(comparison), ElementsAre("hpc2n l40s", "uppmax h100"));
  EXPECT_THAT(
      reasons(comparison),
      ElementsAre("O: workload vector_add", "W: answer not valid", "V: variant naive, others poly",
                  "P: precision float64, others float32", "N: n = 2048, others 102400",
                  "M: no n, others 102400; m = 3, others none"));
}

TEST(Compare, TheParametersOfMostReportsAreCompared) {
  const Json small{{"parameters", {{"n", 2048}}}};
  const Comparison comparison = compared({slow(), fast(small), slow(small)});
  EXPECT_EQ(comparison.subject, "poly, float32, n=2048, phase=drawn, kernel seconds");
  EXPECT_THAT(reasons(comparison), ElementsAre("S: n = 102400, others 2048"));
}

TEST(Compare, WhatIsGroupedByMayDiffer) {
  const Comparison comparison =
      compared({fast(), fast({{"variant", "naive"}}), fast({{"precision", "mixed"}})},
               options({"variant", "precision"}));
  EXPECT_THAT(labels(comparison), ElementsAre("naive float32", "poly float32", "poly mixed"));
  EXPECT_EQ(comparison.subject, "n=102400, phase=drawn, kernel seconds");
}

TEST(Compare, RehearsalsNeverStandBesideRealDevices) {
  const Json sandbox{{"run", {{"sandbox", "hpc2n-1"}}}};
  const Json stand_in{{"run", {{"stand_in_for", "cuda"}}}};
  EXPECT_THAT(reasons(compared({slow(), slow(sandbox), fast(stand_in)})),
              ElementsAre("S: sandbox 'hpc2n-1', others are real",
                          "F: a CPU stood in for cuda, others are real devices"));
  const Comparison rehearsals = compared({slow(sandbox), fast(stand_in)});
  EXPECT_EQ(rehearsals.groups.size(), 2u);
  EXPECT_EQ(rehearsals.notes.back(),
            "rehearsals only: a sandbox or a CPU stood in, no GPU of a site was timed");
}

TEST(Compare, OneModelIsOneGroupWhateverTheSitesCallIt) {
  const Comparison comparison =
      compared({report_from("A", "c3se", "A100", "nvidia-a100-40gb", kFast),
                report_from("B", "hpc2n", "a100", "nvidia-a100-40gb", kFast), slow()},
               options({"gpu"}));
  EXPECT_THAT(labels(comparison), ElementsAre("l40s", "nvidia-a100-40gb"));
  EXPECT_EQ(comparison.groups[1].runs, 2);
}

TEST(Compare, TwoModelsOfOneNameStayApart) {
  const Comparison comparison =
      compared({report_from("A", "c3se", "a100", "nvidia-a100-40gb", kFast),
                report_from("B", "lunarc", "a100", "nvidia-a100-80gb", kSlow)},
               options({"gpu"}));
  EXPECT_THAT(labels(comparison), ElementsAre("nvidia-a100-40gb", "nvidia-a100-80gb"));
}

TEST(Compare, AGroupHoldsOneDeviceAndOneBackend) {
  const Comparison comparison = compared({slow(), slow(), slow({{"backend", "numba"}}),
                                          slow({{"run", {{"gpu_model", "nvidia-v100"}}}}), fast()},
                                         options({"site"}));
  EXPECT_THAT(labels(comparison), ElementsAre("hpc2n", "uppmax"));
  EXPECT_EQ(comparison.groups[0].launches, 2);
  EXPECT_THAT(reasons(comparison), ElementsAre("S: gpu nvidia-v100, others nvidia-l40s",
                                               "S: backend numba, others cuda"));
}

TEST(Compare, NeverPutsTimesWithCopiesBesideTimesWithout) {
  const Comparison resident = compared(
      {fast(), fast(), fast({{"data", "host"}, {"variant", "pinned"}})}, options({"variant"}));
  EXPECT_THAT(labels(resident), ElementsAre("poly"));
  EXPECT_THAT(reasons(resident), ElementsAre("F: data host, others resident"));
  const Comparison host = compared({slow({{"data", "host"}})});
  EXPECT_EQ(host.phase, "total");
  EXPECT_EQ(host.subject, "poly, float32, n=102400, phase=drawn, total seconds");
  EXPECT_DOUBLE_EQ(host.groups[0].summary.median, 0.00218);
}

TEST(Compare, ComparesTheNamedPhase) {
  CompareOptions how = options();
  how.phase = "h2d";
  EXPECT_TRUE(
      fails_with(compare({slow()}, how), ExitCode::Failed,
                 {"workload 'integrate2d': no report can be compared (1 looked at, none fits)",
                  "run S: left out (no samples of phase h2d)"}));
  how.phase = "total";
  EXPECT_DOUBLE_EQ(compared({slow()}, how).groups[0].summary.median, 0.00218);
}

TEST(Compare, RefusesUnknownWords) {
  EXPECT_TRUE(fails_with(compare({slow()}, options({"sit"})), ExitCode::Usage,
                         {"--by 'sit': unknown (it is one of site, cluster, gpu, variant, backend, "
                          "precision, date, run); did you mean 'site'?"}));
  CompareOptions how = options();
  how.phase = "kernal";
  EXPECT_TRUE(
      fails_with(compare({slow()}, how), ExitCode::Usage,
                 {"--phase 'kernal': unknown (it is one of kernel, total, h2d, d2h); did you "
                  "mean 'kernel'?"}));
  EXPECT_TRUE(fails_with(compare({}, options()), ExitCode::Failed,
                         {"workload 'integrate2d': no report can be compared (0 looked at, none "
                          "fits)"}));
}

TEST(Verdict, NeverPrintsAFactorOfOne) {
  EXPECT_EQ(verdict_of(1.83, {1.79, 1.88}), "1.83× faster (1.79–1.88)");
  EXPECT_EQ(verdict_of(0.5, {0.4, 0.8}), "2.00× slower (1.25–2.50)");
  EXPECT_EQ(verdict_of(1.004, {1.002, 1.006}), "1.004× faster (1.002–1.006)");
  EXPECT_EQ(verdict_of(1.5, {0.99, 1.9}), "not distinguishable");
  EXPECT_EQ(verdict_of(1, {1, 1}), "not distinguishable");
}

}  // namespace
}  // namespace gpujob
