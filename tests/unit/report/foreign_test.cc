// SPDX-License-Identifier: MIT
#include "report/foreign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "report/compare.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using Passed = std::pair<std::size_t, std::string>;

constexpr const char* kPerflog =
    "result|job_completion_time|name|system|partition|environ|jobid|elapsed_value|elapsed_unit|"
    "elapsed_ref|bw_value|bw_unit|bw_ref\n"
    "pass|2024-02-21T22:51:16|integrate2d|pdc|gpu|gnu|71|12.5|ms|10|812.5|GB/s|800\n"
    "fail|2024-02-22T22:51:16|integrate2d|pdc|gpu|gnu|72|0.013|s|10|800|GB/s|800\n"
    "pass|2024-02-22T22:51:16|integrate2d|pdc\n"
    "pass|2024-02-23T22:51:16|integrate2d|pdc|gpu|gnu|73|None|s|10|800|GB/s|800\n";

TEST(Foreign, TellsFilesApartByTheirBeginning) {
  EXPECT_EQ(result_format(kPerflog), ResultFormat::ReframePerflog);
  EXPECT_EQ(result_format("{\n  \"results\": [\n"), ResultFormat::Hyperfine);
  EXPECT_EQ(result_format("{\"results\":[{\"command\":\"x\"}]}"), ResultFormat::Hyperfine);
  EXPECT_EQ(result_format("{\"schema\":\"gpujob/measurement/v1\",\"results\":1}"),
            ResultFormat::Measurements);
  EXPECT_EQ(result_format("{\"schem"), ResultFormat::Measurements);
  EXPECT_EQ(result_format("a,b,c\n1,2,3\n"), ResultFormat::Unknown);
  EXPECT_EQ(result_format(""), ResultFormat::Unknown);
}

TEST(Foreign, AZoneThatReframeWroteCounts) {
  const auto started = [](const std::string& time) {
    const std::string log = replace_all(kPerflog, "2024-02-21T22:51:16", time);
    return std::string(read_reframe(log).measurements[0].started);
  };
  EXPECT_EQ(started("2026-11-08T22:51:16+01:00"), "2026-11-08T21:51:16Z");
  EXPECT_EQ(started("2026-11-08T22:51:16-0330"), "2026-11-09T02:21:16Z");
  EXPECT_EQ(started("2026-11-08T22:51:16Z"), "2026-11-08T22:51:16Z");
  EXPECT_EQ(started("2\\026-11-08T22:51:16"), "") << "not a time: unknown";
}

TEST(Foreign, TimesOfAReframePerformanceLog) {
  const ForeignResults results = read_reframe(kPerflog);
  ASSERT_EQ(results.measurements.size(), 5u);
  const Measurement& first = results.measurements[0];
  EXPECT_EQ(first.setting.source, "reframe");
  EXPECT_EQ(first.setting.workload, "integrate2d");
  EXPECT_EQ(first.setting.variant, "elapsed");
  EXPECT_EQ(first.setting.site, "pdc");
  EXPECT_EQ(first.setting.partition, "gpu");
  EXPECT_TRUE(first.setting.valid);
  EXPECT_EQ(first.started, "2024-02-21T22:51:16Z");
  EXPECT_THAT(first.seconds[1], ElementsAre(testing::DoubleEq(0.0125)));
  EXPECT_TRUE(first.seconds[0].empty());
  EXPECT_FALSE(results.measurements[2].setting.valid);
  EXPECT_EQ(kind_of(first.setting), MeasurementKind::Foreign);
  EXPECT_THAT(results.passed_over, ElementsAre(Passed{4, "4 fields, the header has 13"},
                                               Passed{5, "elapsed is not a number above zero"}));
}

// A rate stays one: nothing says how much work a pass was.
TEST(Foreign, RatesOfAReframePerformanceLog) {
  const auto rate = [](const std::string& unit) -> std::pair<double, std::string> {
    const ForeignResults results = read_reframe(replace_all(kPerflog, "GB/s", unit));
    const Measurement& one = results.measurements[1];
    if (one.setting.variant != "bw") return {0, results.passed_over.at(0).second};
    EXPECT_TRUE(states_rate(one.setting));
    return {one.seconds[static_cast<std::size_t>(Part::Rate)].at(0), one.setting.work_unit};
  };
  EXPECT_EQ(rate("GB/s"), std::pair(812.5e9, std::string("B")));
  EXPECT_EQ(rate("MiB/s"), std::pair(812.5 * 1048576, std::string("B")));
  EXPECT_EQ(rate("Tflop/s"), std::pair(812.5e12, std::string("op")));
  EXPECT_EQ(rate("GFLOPS"), std::pair(812.5e9, std::string("op")));
  EXPECT_EQ(rate("iterations/s"), std::pair(812.5, std::string("iterations")));
  EXPECT_EQ(rate("W").second, "bw is in 'W', neither a time nor a rate");
  EXPECT_EQ(rate("GB").second, "bw is in 'GB', neither a time nor a rate");
  EXPECT_EQ(rate("ns/day").second, "bw is in 'ns/day', neither a time nor a rate");
}

TEST(Foreign, MoreOfARateIsBetter) {
  MeasurementTable table(*find_metric("rate"));
  std::string log = "result|job_completion_time|name|system|bw_value|bw_unit\n";
  for (int run = 0; run < 8; ++run) {
    for (const auto& [site, rate] : {std::pair{"pdc", 800}, {"nsc", 400}}) {
      for (int k = 0; k < 2; ++k) {
        log += "pass|2024-02-2" + std::to_string(run) + "T22:51:16|w|" + site + "|" +
               std::to_string(rate + (run % 3) + k) + "|GB/s\n";
      }
    }
  }
  for (const Measurement& one : read_reframe(log).measurements) table.add(one);
  CompareOptions options;
  options.workload = "w";
  options.by = {"site"};
  const Result<Comparison> comparison = compare(table, options);
  ASSERT_TRUE(is_ok(comparison));
  EXPECT_EQ(comparison->unit, "B/s");
  EXPECT_EQ(comparison->groups[1].verdict, "baseline");
  EXPECT_THAT(comparison->groups[0].verdict, testing::StartsWith("2.00× slower"));
}

TEST(Foreign, OneResultHasOneIdWhereverItIsRead) {
  const ForeignResults once = read_reframe(kPerflog);
  const ForeignResults again = read_reframe(kPerflog);
  EXPECT_EQ(once.measurements[0].run, again.measurements[0].run);
  EXPECT_NE(once.measurements[0].run, once.measurements[1].run);
  EXPECT_EQ(once.measurements[0].run.size(), 26u);
}

constexpr const char* kHyperfine = R"({"results": [
  {"command": "./a", "mean": 1.1, "times": [1.0, 1.1, 1.2], "exit_codes": [0, 0, 0],
   "parameters": {"n": "10"}},
  {"command": "./b", "times": [2.0], "exit_codes": [1]},
  {"command": "./c", "times": []},
  {"times": [1]}]})";

TEST(Foreign, TimesOfHyperfine) {
  const Result<ForeignResults> results = read_hyperfine(kHyperfine, "t.json", "sorting");
  ASSERT_TRUE(is_ok(results));
  ASSERT_EQ(results->measurements.size(), 2u);
  const Measurement& first = results->measurements[0];
  EXPECT_EQ(first.setting.source, "hyperfine");
  EXPECT_EQ(first.setting.workload, "sorting");
  EXPECT_EQ(first.setting.variant, "./a");
  EXPECT_EQ(parameter_text(first.setting), "n=10");
  EXPECT_THAT(first.seconds[1], ElementsAre(1.0, 1.1, 1.2));
  EXPECT_FALSE(results->measurements[1].setting.valid);
  EXPECT_THAT(results->passed_over, ElementsAre(Passed{3, "no times"}, Passed{4, "no command"}));
  EXPECT_TRUE(fails_with(read_hyperfine("{}", "t.json", "w"), ExitCode::Invalid,
                         {"t.json: not an export of hyperfine ('results' is missing)"}));
}

}  // namespace
}  // namespace gpujob
