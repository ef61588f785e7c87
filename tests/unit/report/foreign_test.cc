// SPDX-License-Identifier: MIT
#include "report/foreign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
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
}

TEST(Foreign, TimesOfAReframePerformanceLog) {
  const ForeignResults results = read_reframe(kPerflog);
  ASSERT_EQ(results.measurements.size(), 2u);
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
  EXPECT_FALSE(results.measurements[1].setting.valid);
  EXPECT_EQ(kind_of(first.setting), MeasurementKind::Foreign);
  EXPECT_THAT(results.passed_over, ElementsAre(Passed{2, "bw is in 'GB/s', not a time"},
                                               Passed{4, "4 fields, the header has 13"},
                                               Passed{5, "elapsed is not a number above zero"}));
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
