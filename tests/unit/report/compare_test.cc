// SPDX-License-Identifier: MIT
#include "report/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "unit/report/sample_comparison.h"
#include "unit/report/sample_report.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

TEST(Compare, SaysWhoIsFasterAndHowSure) {
  const Comparison comparison = compared(four_each(fast(), slow()));
  EXPECT_EQ(comparison.subject, "poly, float32, n=102400, phase=drawn, width=1, kernel seconds");
  EXPECT_THAT(labels(comparison), ElementsAre("hpc2n l40s", "uppmax h100"));
  EXPECT_THAT(verdicts(comparison), ElementsAre(StartsWith("2.00× slower (1.9"), "baseline"));
  EXPECT_NEAR(comparison.groups[0].contrast->ratio, 1.01 / 2.015, 0.002);
  EXPECT_DOUBLE_EQ(comparison.groups[0].contrast->test.p, 2.0 / 70);
  EXPECT_DOUBLE_EQ(comparison.groups[0].contrast->test.delta, 1);
  EXPECT_THAT(comparison.excluded, ElementsAre());
  EXPECT_THAT(comparison.notes, ElementsAre());
}

TEST(Compare, EveryRecordedFactIsAKey) {
  const std::vector<TimingReport> reports{
      slow({{"device", {{"driver", "12.4"}}}, {"host", {{"name", "b-cn1"}}}}),
      slow({{"run", {{"id", "S2"}}},
            {"device", {{"driver", "13.0"}}},
            {"host", {{"name", "b-cn2"}}}})};
  EXPECT_THAT(labels(compared(reports, compare_by({"driver"}))), ElementsAre("12.4", "13.0"));
  EXPECT_THAT(labels(compared(reports, compare_by({"node"}))), ElementsAre("b-cn1", "b-cn2"));
  CompareOptions how = compare_by({"site"});
  how.where = {{"node", "b-cn2"}};
  EXPECT_EQ(compared(reports, how).groups[0].runs, 1u);
}

TEST(Compare, TheBaselineIsTheFastestOrTheNamed) {
  const std::vector<TimingReport> reports = four_each(fast(), slow());
  CompareOptions how = compare_by();
  how.baseline = "hpc2n l40s";
  EXPECT_THAT(verdicts(compared(reports, how)),
              ElementsAre("baseline", StartsWith("2.00× faster (1.9")));
  how.baseline = "uppmax h10";
  EXPECT_TRUE(
      fails_with(compare(table_of(reports), how), ExitCode::Usage,
                 {"--baseline 'uppmax h10': unknown (it is one of hpc2n l40s, uppmax h100); "
                  "did you mean 'uppmax h100'?"}));
  // A single faster run is not the baseline where others have runs enough.
  std::vector<TimingReport> more = four_each(fast(), slow());
  more.push_back(report_from("Z", "pdc", "x", "x", {0.5, 0.5, 0.51, 0.5, 0.5}));
  EXPECT_EQ(compared(more).groups[2].verdict, "baseline");
}

TEST(Compare, AnIntervalAroundOneDecidesNothing) {
  const TimingReport noisy =
      report_from("N", "nsc", "t4", "nvidia-t4", {1.9, 2.1, 2.05, 1.95, 2.02, 2.01, 2.0});
  EXPECT_THAT(verdicts(compared(four_each(slow(), noisy))),
              testing::UnorderedElementsAre("baseline", "not distinguishable"));
}

TEST(Compare, TooFewSamplesGetNoVerdictAndNoRatio) {
  const TimingReport few = report_from("N", "nsc", "t4", "nvidia-t4", {9, 9, 9});
  const Comparison comparison = compared({slow(), few});
  EXPECT_THAT(verdicts(comparison), ElementsAre("baseline", "too few samples (3; need 5)"));
  EXPECT_FALSE(comparison.groups[1].contrast.has_value());
  EXPECT_FALSE(comparison.groups[1].median.has_value());
  CompareOptions how = compare_by();
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
      ElementsAre("run W: answer not valid", "run O: workload vector_add",
                  "run V: variant naive, others poly", "run P: precision float64, others float32",
                  "run N: n = 2048, others 102400",
                  "run M: no n, others 102400; m = 3, others none"));
}

TEST(Compare, WhatIsGroupedByMayDiffer) {
  const Comparison comparison =
      compared({fast(), fast({{"variant", "naive"}}), fast({{"precision", "mixed"}})},
               compare_by({"variant", "precision"}));
  EXPECT_THAT(labels(comparison), ElementsAre("naive float32", "poly float32", "poly mixed"));
  EXPECT_EQ(comparison.subject, "n=102400, phase=drawn, width=1, kernel seconds");
}

TEST(Compare, RehearsalsNeverStandBesideRealDevices) {
  const Json sandbox{{"run", {{"sandbox", "hpc2n-1"}}}};
  const Json stand_in{{"run", {{"stand_in_for", "cuda"}}}};
  EXPECT_THAT(reasons(compared({slow(), slow(sandbox), fast(stand_in)})),
              ElementsAre("run S: sandbox 'hpc2n-1', others are real",
                          "run F: a CPU stood in for cuda, others are real devices"));
  const Comparison rehearsals = compared({slow(sandbox), fast(stand_in)});
  EXPECT_EQ(rehearsals.groups.size(), 2u);
  EXPECT_EQ(rehearsals.notes.back(),
            "rehearsals only: a sandbox or a CPU stood in, no GPU of a site was timed");
}

TEST(Compare, OneModelIsOneGroupWhateverTheSitesCallIt) {
  const Comparison comparison =
      compared({report_from("A", "c3se", "A100", "nvidia-a100-40gb", kFast),
                report_from("B", "hpc2n", "a100", "nvidia-a100-40gb", kFast), slow()},
               compare_by({"gpu"}));
  EXPECT_THAT(labels(comparison), ElementsAre("l40s", "nvidia-a100-40gb"));
  EXPECT_EQ(comparison.groups[1].runs, 2u);
}

TEST(Compare, TwoModelsOfOneNameStayApart) {
  const Comparison comparison =
      compared({report_from("A", "c3se", "a100", "nvidia-a100-40gb", kFast),
                report_from("B", "lunarc", "a100", "nvidia-a100-80gb", kSlow)},
               compare_by({"gpu"}));
  EXPECT_THAT(labels(comparison), ElementsAre("nvidia-a100-40gb", "nvidia-a100-80gb"));
}

TEST(Compare, AGroupHoldsOneDeviceAndOneBackend) {
  const Comparison comparison = compared({slow(), slow(), slow({{"backend", "numba"}}),
                                          slow({{"run", {{"gpu_model", "nvidia-v100"}}}}), fast()},
                                         compare_by({"site"}));
  EXPECT_THAT(labels(comparison), ElementsAre("hpc2n", "uppmax"));
  EXPECT_EQ(comparison.groups[0].launches, 2u);
  EXPECT_THAT(reasons(comparison),
              ElementsAre("run S: gpu nvidia-v100, others nvidia-l40s ('--by gpu,site' shows both)",
                          "run S: backend numba, others cuda ('--by backend,site' shows both)"));
}

TEST(Compare, ComparesTheNamedMetric) {
  EXPECT_TRUE(
      fails_with(compare(table_of({slow()}, "h2d"), compare_by()), ExitCode::Failed,
                 {"workload 'integrate2d': no report can be compared (1 looked at, none fits)",
                  "run S: left out (no samples of h2d)"}));
  EXPECT_DOUBLE_EQ(compared({slow()}, compare_by(), "total").groups[0].summary.median, 0.00218);
}

// Twice the time is half the rate: the words follow the metric, not the number.
TEST(Compare, MoreIsBetterForRatesAndShares) {
  const std::vector<TimingReport> reports = four_each(fast(), slow());
  const Comparison rate = compared(reports, compare_by(), "rate");
  EXPECT_THAT(verdicts(rate), ElementsAre(StartsWith("2.00× slower ("), "baseline"));
  EXPECT_EQ(rate.unit, "op/s");
  EXPECT_DOUBLE_EQ(rate.groups[1].summary.maximum, 73400320000.0 / 1.00);
  const Comparison fraction = compared(reports, compare_by(), "fraction");
  EXPECT_THAT(verdicts(fraction), ElementsAre(StartsWith("2.00× lower ("), "baseline"));
  EXPECT_DOUBLE_EQ(fraction.groups[1].summary.maximum, 73400320000.0 / 1.00 / 43210000000000.0);
}

// In the same time, the variant that needs fewer operations has the lower rate: that is not slower.
TEST(Compare, OperationsThatVariantsDeclareDifferentlyHaveNoCommonRate) {
  const Json leaner{{"variant", "rotate"}, {"ceiling", {{"counted", 52428800000.0}}}};
  const Comparison rate = compared({slow(), fast(leaner)}, compare_by({"variant"}), "rate");
  EXPECT_THAT(labels(rate), ElementsAre("poly"));
  EXPECT_THAT(reasons(rate),
              ElementsAre("run F: declares 52.4 Gop for the same answer, others 73.4 Gop"));
  EXPECT_EQ(compared({slow(), slow(leaner)}, compare_by({"variant"})).groups.size(), 2u);
}

TEST(Compare, AWrongAnswerOrNoCeilingGivesNoShare) {
  const TimingReport bare = slow({{"ceiling", kAbsent}, {"fraction", kAbsent}});
  EXPECT_THAT(reasons(compared({fast(), bare}, compare_by(), "fraction")),
              ElementsAre("run S: no samples of fraction"));
}

TEST(Compare, LooksOnlyAtWhatWasAskedFor) {
  const TimingReport old = slow({{"started", "2026-11-01T00:00:00Z"}});
  CompareOptions how = compare_by({"site"});
  how.since = "2026-11-20";
  EXPECT_THAT(labels(compared({fast(), old}, how)), ElementsAre("uppmax"));
  how.since = "";
  for (const auto& [key, value] : std::vector<std::pair<std::string, std::string>>{
           {"site", "hpc2n"}, {"gpu", "l40s"}, {"gpu", "nvidia-l40s"}, {"date", "2026-11-01"}}) {
    how.where = {{key, value}};
    const Comparison comparison = compared({fast(), old}, how);
    EXPECT_THAT(labels(comparison), ElementsAre("hpc2n")) << key;
    EXPECT_THAT(comparison.excluded, ElementsAre());
  }
  how.where = {{"n", "2048"}};
  const Json small{{"parameters", {{"n", 2048}}}};
  EXPECT_THAT(labels(compared({fast(), slow(), slow(small)}, how)), ElementsAre("hpc2n"));
  how.where = {{"n", "2048"}, {"site", "uppmax"}};
  EXPECT_TRUE(
      fails_with(compare(table_of({fast(), slow(small)}), how), ExitCode::Failed,
                 {"workload 'integrate2d': no report can be compared (0 looked at, none fits)"}));
}

TEST(Compare, DataOnTheHostIsAnotherMeasurement) {
  const Comparison comparison = compared({slow(), slow(), fast({{"data", "host"}})});
  EXPECT_THAT(reasons(comparison), ElementsAre("run F: data host, others resident"));
  EXPECT_THAT(labels(compared({slow(), slow({{"data", "host"}})}, compare_by({"data"}))),
              ElementsAre("host", "resident"));
}

TEST(Compare, WithDataOnTheHostTheTotalIsTheTimeThatCounts) {
  const Json host{{"data", "host"}};
  const std::vector<TimingReport> reports{slow(host), fast(host), fast()};
  EXPECT_EQ(usual_metric(table_of(reports), compare_by()).name, "total");
  EXPECT_EQ(usual_metric(table_of({slow(), fast(host)}), compare_by()).name, "kernel");
  EXPECT_EQ(compared({slow(host)}, compare_by(), "total").subject,
            "poly, float32, data on the host, n=102400, phase=drawn, width=1, total seconds");
  // 0.00218 s in all, kernel and copies.
  EXPECT_DOUBLE_EQ(compared({slow(host)}, compare_by(), "rate").groups[0].summary.median,
                   73400320000.0 / 0.00218);
}

TEST(Compare, ShowsTheClassOfWhatItCompares) {
  const Comparison comparison =
      compared({fast(), fast({{"variant", "recur"}, {"class", "R"}})}, compare_by({"variant"}));
  EXPECT_EQ(comparison.groups[0].algorithm_class, "P");
  EXPECT_EQ(comparison.groups[1].algorithm_class, "R");
}

TEST(Compare, RehearsalsStandBesideRealDevicesWhereSomebodyAskedAndAreMarked) {
  CompareOptions how = compare_by();
  how.mix = Mix::Rehearsals;
  const Comparison comparison = compared({slow(), fast({{"run", {{"sandbox", "x"}}}})}, how);
  EXPECT_THAT(labels(comparison), ElementsAre("hpc2n l40s", "uppmax h100 (rehearsal)"));
  EXPECT_EQ(comparison.groups[1].mark, "rehearsal");
  EXPECT_EQ(comparison.notes.back(),
            "marked rehearsal: a sandbox or a CPU stood in, no GPU of a site was timed");
}

TEST(Compare, OneSiteRealAndRehearsedAreTwoGroups) {
  CompareOptions how = compare_by();
  how.mix = Mix::All;
  EXPECT_THAT(labels(compared({slow(), slow({{"run", {{"sandbox", "x"}}}})}, how)),
              ElementsAre("hpc2n l40s", "hpc2n l40s (rehearsal)"));
}

TEST(Compare, ForeignResultsStandApartUntilAskedFor) {
  MeasurementTable table = table_of({slow(), fast()});
  Measurement foreign;
  foreign.run = "X";
  foreign.setting.workload = "integrate2d";
  foreign.setting.source = "reframe";
  foreign.setting.site = "pdc";
  foreign.setting.valid = true;
  foreign.seconds[0] = {1, 1, 1, 1, 1};
  table.add(foreign);
  const Result<Comparison> apart = compare(table, compare_by({"site"}));
  ASSERT_TRUE(is_ok(apart));
  EXPECT_THAT(reasons(*apart), ElementsAre("run X: from reframe, others measured by gpujob"));
  CompareOptions how = compare_by({"site"});
  how.mix = Mix::Foreign;
  const Result<Comparison> together = compare(table, how);
  ASSERT_TRUE(is_ok(together));
  EXPECT_THAT(labels(*together), ElementsAre("hpc2n", "pdc (foreign)", "uppmax"));
}

TEST(Compare, CommandsOfAnotherToolAreNotPooled) {
  MeasurementTable table(*find_metric("kernel"));
  for (const char* command : {"./slow", "./fast", "./slow"}) {
    Measurement foreign;
    foreign.run = "X" + std::to_string(table.launches.size());
    foreign.setting.workload = "integrate2d";
    foreign.setting.source = "hyperfine";
    foreign.setting.variant = command;
    foreign.setting.valid = true;
    foreign.seconds[0] = {1, 1, 1, 1, 1};
    table.add(foreign);
  }
  const Result<Comparison> one = compare(table, compare_by({"source"}));
  ASSERT_TRUE(is_ok(one));
  EXPECT_EQ(one->groups[0].runs, 2u);
  EXPECT_THAT(
      reasons(*one),
      ElementsAre("run X1: variant ./fast, others ./slow ('--by source,variant' shows both)"));
  const Result<Comparison> both = compare(table, compare_by({"source", "variant"}));
  ASSERT_TRUE(is_ok(both));
  EXPECT_THAT(labels(*both), ElementsAre("hyperfine ./fast", "hyperfine ./slow"));
}

// Samples of one run agree to a thousandth, runs differ by a hundredth: what looks like a sure
// difference from one run each is not one between two sites of four runs.
TEST(Compare, TheNoiseBetweenRunsCounts) {
  std::vector<TimingReport> reports;
  const double levels[] = {1.00, 1.012, 0.99, 1.006, 1.001, 1.013, 0.991, 1.007};
  for (int i = 0; i < 8; ++i) {
    std::vector<double> samples;
    for (int j = 0; j < 9; ++j) samples.push_back(levels[i] * (1 + 0.0002 * j));
    const std::string site = i < 4 ? "hpc2n" : "uppmax";
    reports.push_back(report_from(std::string(1, static_cast<char>('A' + i)), site, "l40s",
                                  "nvidia-l40s", samples));
  }
  EXPECT_THAT(verdicts(compared({reports[2], reports[5]})),
              ElementsAre("baseline", "1 run each; a verdict needs 4"));
  const Comparison comparison = compared(reports);
  EXPECT_THAT(verdicts(comparison), ElementsAre("baseline", "not distinguishable"));
  EXPECT_EQ(comparison.groups[0].runs, 4u);
  EXPECT_THAT(comparison.notes, ElementsAre());
}

TEST(Compare, HolmCorrectsOverAllPairs) {
  std::vector<TimingReport> reports;
  for (const char* gpu : {"a", "b", "c"}) {
    for (const TimingReport& run : runs_of(report_from(gpu, "hpc2n", gpu, gpu, kSlow), 5)) {
      reports.push_back(run);
    }
  }
  for (const ComparedGroup& group : compared(reports).groups) {
    if (group.verdict == "baseline") continue;
    EXPECT_EQ(group.contrast->corrected, 1);
    EXPECT_EQ(group.verdict, "not distinguishable");
  }
}

TEST(Compare, RefusesUnknownWords) {
  EXPECT_TRUE(
      fails_with(compare(table_of({slow()}), compare_by({"sit"})), ExitCode::Usage,
                 {"--by 'sit': unknown (it is one of site, cluster, gpu, gpus, variant, backend, "
                  "precision, date, run, class, data, partition, device, source, "
                  "architecture, compiler, cpu, disturbed, driver, ecc, environ, gpujob, isa, "
                  "kernel_driver, library, modules, node, profile, qos, runtime, n, phase, width); "
                  "did you mean 'site'?"}));
  CompareOptions how = compare_by();
  how.where = {{"m", "3"}};
  EXPECT_TRUE(fails_with(
      compare(table_of({slow()}), how), ExitCode::Usage,
      {"--where 'm': unknown (it is one of site, cluster, gpu, gpus, variant, "
       "backend, precision, date, run, class, data, partition, device, source, "
       "architecture, compiler, cpu, disturbed, driver, ecc, environ, gpujob, "
       "isa, kernel_driver, library, modules, node, profile, qos, runtime, n, phase, width)"}));
}

}  // namespace
}  // namespace gpujob
