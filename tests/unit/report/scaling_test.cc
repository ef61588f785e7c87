// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "report/compare.h"
#include "report/page/make_page.h"
#include "report/page/write_page.h"
#include "report/writers.h"
#include "unit/report/sample_comparison.h"
#include "unit/report/sample_report.h"

namespace gpujob {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Json devices(int count) {
  Json list = Json::array();
  for (int k = 0; k < count; ++k) {
    list.push_back({{"index", k},
                    {"host", "n1"},
                    {"model", "A100"},
                    {"architecture", "sm_80"},
                    {"bus_id", nullptr},
                    {"first", 10 * k},
                    {"count", 10},
                    {"seconds", 1}});
  }
  return list;
}

/// A launch on `gpus` devices with n = `n`, whose work is `n` times 1000 operations.
TimingReport launch(int gpus, int n, double seconds, const std::string& site = "c3se",
                    const std::string& gpu = "a100") {
  Json more{{"parameters", {{"n", n}}}, {"ceiling", {{"counted", 1000.0 * n}}}};
  if (gpus > 1) more["devices"] = devices(gpus);
  return report_from("R" + std::to_string(gpus) + "-" + std::to_string(n) + site + gpu, site, gpu,
                     "nvidia-" + gpu, about(seconds), more);
}

/// The same on another device.
TimingReport on_l40s(int gpus, int n, double seconds, const std::string& site = "c3se") {
  return launch(gpus, n, seconds, site, "l40s");
}

std::vector<std::string> rows_of(const Comparison& comparison) {
  std::vector<std::string> rows;
  for (const ScalingRow& row : comparison.scaling) {
    char text[120];
    std::snprintf(text, sizeof text, "%s %s: %.3f %.3f",
                  row.kind == ScalingRow::Kind::Strong ? "strong" : "weak", row.group.label.c_str(),
                  row.speedup, row.efficiency);
    rows.emplace_back(text);
  }
  return rows;
}

const std::vector<TimingReport> kAll{launch(1, 4096, 8.0), launch(2, 4096, 4.0),
                                     launch(16, 4096, 1.0), launch(2, 8192, 10.0),
                                     launch(4, 16384, 16.0)};

TEST(Scaling, TellsStrongAndWeakApart) {
  const Comparison comparison = compared(kAll, compare_by({"gpus"}));
  EXPECT_THAT(rows_of(comparison), ElementsAre("strong 1: 1.000 1.000", "strong 2: 2.000 1.000",
                                               "strong 16: 8.000 0.500", "weak 1: 1.000 1.000",
                                               "weak 2: 1.600 0.800", "weak 4: 2.000 0.500"));
  EXPECT_THAT(comparison.excluded, IsEmpty());
  ASSERT_EQ(comparison.groups.size(), 3U);
  EXPECT_EQ(comparison.groups[2].label, "16") << "numbers by their size";
  const ScalingRow& sixteen = comparison.scaling[2];
  EXPECT_LT(sixteen.efficiency_interval.low, 0.5);
  EXPECT_GT(sixteen.efficiency_interval.high, 0.5);
  EXPECT_THAT(sixteen.efficiency_interval.high - sixteen.efficiency_interval.low,
              DoubleNear(0.002, 0.002));
}

TEST(Scaling, OfRatesIsThatOfTimes) {
  const std::vector<std::string> rows = rows_of(compared(kAll, compare_by({"gpus"}), "rate"));
  EXPECT_EQ(rows, rows_of(compared(kAll, compare_by({"gpus"}))));
  EXPECT_THAT(compared(kAll, compare_by({"gpus"}), "fraction").scaling, IsEmpty());
}

TEST(Scaling, LeavesOutSizesThatAreNeither) {
  const Comparison comparison = compared(
      {launch(1, 4096, 8.0), launch(1, 4096, 8.0), launch(2, 4097, 4.0)}, compare_by({"gpus"}));
  EXPECT_THAT(comparison.scaling, IsEmpty());
  ASSERT_EQ(comparison.excluded.size(), 1U);
  EXPECT_EQ(comparison.excluded[0].reason, "n = 4097, others 4096");
}

TEST(Scaling, TakesSizesThatAreAsNearAsTheyCanBe) {
  EXPECT_EQ(
      compared({launch(1, 4096, 8.0), launch(2, 8200, 8.0)}, compare_by({"gpus"})).scaling.size(),
      2U);
  EXPECT_THAT(compared({launch(1, 4096, 8.0), launch(2, 8300, 8.0)}, compare_by({"gpus"})).scaling,
              IsEmpty());
}

TEST(Scaling, HasASeriesForEachOtherKey) {
  const Comparison comparison =
      compared({launch(1, 4096, 8.0), launch(2, 4096, 4.0), launch(2, 4096, 6.0, "nsc"),
                launch(4, 4096, 4.0, "nsc"), launch(4, 4096, 4.0, "pdc")},
               compare_by({"site", "gpus"}));
  EXPECT_THAT(rows_of(comparison),
              ElementsAre("strong c3se 1: 1.000 1.000", "strong c3se 2: 2.000 1.000",
                          "strong nsc 2: 1.000 1.000", "strong nsc 4: 1.500 0.750"));
  EXPECT_EQ(comparison.scaling[3].base, 2) << "against the fewest that were measured";
}

std::vector<std::string> reasons_of(const Comparison& comparison) {
  std::vector<std::string> reasons;
  for (const Excluded& out : comparison.excluded) reasons.push_back(out.reason);
  return reasons;
}

// Faster than on the device that has all numbers, and run more often: no base for the others.
const std::vector<TimingReport> kTwoDevices{launch(1, 4096, 1.0),  launch(1, 4096, 1.0),
                                            launch(1, 4096, 1.0),  on_l40s(1, 4096, 2.0),
                                            on_l40s(2, 4096, 1.0), on_l40s(2, 8192, 2.5)};

TEST(Scaling, IsOfOneDevice) {
  const Comparison comparison = compared(kTwoDevices, compare_by({"gpus"}));
  EXPECT_THAT(rows_of(comparison), ElementsAre("strong 1: 1.000 1.000", "strong 2: 2.000 1.000",
                                               "weak 1: 1.000 1.000", "weak 2: 1.600 0.800"));
  for (const ScalingRow& row : comparison.scaling) EXPECT_EQ(row.gpu, "nvidia-l40s");
  EXPECT_THAT(comparison.subject, HasSubstr(", nvidia-l40s, kernel seconds"));
  EXPECT_THAT(reasons_of(comparison),
              ElementsAre("gpu nvidia-a100, others nvidia-l40s ('--by gpu,gpus' shows both)"));
  EXPECT_EQ(comparison.excluded[0].launches, 3U);
  EXPECT_THAT(compared(kTwoDevices, compare_by({"gpu", "gpus"})).excluded, IsEmpty());
}

TEST(Scaling, OfWeakSizesIsOfOneDevice) {
  const Comparison comparison = compared(
      {launch(1, 4096, 8.0), launch(1, 4096, 8.0), on_l40s(2, 8192, 2.0)}, compare_by({"gpus"}));
  EXPECT_THAT(comparison.scaling, IsEmpty());
  EXPECT_THAT(reasons_of(comparison),
              ElementsAre("gpu nvidia-l40s, others nvidia-a100; n = 8192, others 4096"));
  EXPECT_THAT(
      reasons_of(compared({launch(1, 4096, 8.0), launch(1, 4096, 8.0), on_l40s(2, 8192, 2.0)},
                          compare_by({"gpu", "gpus"}))),
      ElementsAre("n = 8192, others 4096"));
}

// Another device's fewest do not tell of how much work each one has.
TEST(Scaling, OfWeakSizesIsAgainstTheFewestOfTheSameDevice) {
  EXPECT_THAT(rows_of(compared({launch(1, 4096, 1.0), on_l40s(2, 4096, 1.0), on_l40s(4, 8192, 1.0),
                                launch(2, 8192, 1.0)},
                               compare_by({"gpu", "gpus"}))),
              ElementsAre("weak a100 1: 1.000 1.000", "weak a100 2: 2.000 1.000",
                          "weak l40s 2: 1.000 1.000", "weak l40s 4: 2.000 1.000"));
}

TEST(Scaling, IsOfOneDeviceAtEachSite) {
  const std::vector<TimingReport> reports{
      launch(1, 4096, 8.0),  launch(2, 4096, 4.0),         on_l40s(1, 4096, 1.0),
      on_l40s(1, 4096, 1.0), on_l40s(1, 4096, 2.0, "nsc"), on_l40s(2, 4096, 1.0, "nsc")};
  const Comparison comparison = compared(reports, compare_by({"site", "gpus"}));
  EXPECT_THAT(rows_of(comparison),
              ElementsAre("strong c3se 1: 1.000 1.000", "strong c3se 2: 2.000 1.000",
                          "strong nsc 1: 1.000 1.000", "strong nsc 2: 2.000 1.000"));
  EXPECT_EQ(comparison.scaling[1].gpu, "nvidia-a100");
  EXPECT_EQ(comparison.scaling[3].gpu, "nvidia-l40s");
  EXPECT_THAT(comparison.subject, Not(HasSubstr("nvidia")));
  EXPECT_THAT(reasons_of(comparison),
              ElementsAre("gpu nvidia-l40s, others nvidia-a100 ('--by gpu,site,gpus' shows both)"));
}

TEST(Scaling, IsOfOneBackend) {
  TimingReport other = launch(2, 4096, 1.0);
  other.backend = "numba";
  const Comparison comparison =
      compared({launch(1, 4096, 8.0), launch(4, 4096, 2.0), other, other}, compare_by({"gpus"}));
  EXPECT_THAT(rows_of(comparison), ElementsAre("strong 1: 1.000 1.000", "strong 4: 4.000 1.000"));
  EXPECT_THAT(reasons_of(comparison),
              ElementsAre("backend numba, others cuda ('--by backend,gpus' shows both)"));
}

TEST(Scaling, NamesSizesThatHaveNothingToStandAgainst) {
  const auto reasons = [](const TimingReport& one, std::string_view metric) {
    return reasons_of(
        compared({launch(1, 4096, 8.0), launch(1, 4096, 8.0), one}, compare_by({"gpus"}), metric));
  };
  EXPECT_THAT(reasons(launch(1, 4100, 8.0), "kernel"), ElementsAre("n = 4100, others 4096"));
  EXPECT_THAT(reasons(launch(2, 8192, 8.0), "kernel"), IsEmpty());
  EXPECT_THAT(reasons(launch(2, 8192, 8.0), "fraction"), ElementsAre("n = 8192, others 4096"));
}

TEST(Scaling, IsNothingWhereGpusAreNotAskedFor) {
  const Comparison comparison = compared(kAll, compare_by({"site"}));
  EXPECT_THAT(comparison.scaling, IsEmpty());
  ASSERT_EQ(comparison.groups.size(), 1U);
  EXPECT_EQ(comparison.groups[0].runs, 1U) << "numbers of devices are never averaged";
  EXPECT_THAT(write_comparison(comparison, OutputFormat::JsonText, Bars::No),
              Not(HasSubstr("scaling")));
}

TEST(Scaling, StandsInEveryFormat) {
  const Comparison comparison = compared(kAll, compare_by({"gpus"}));
  EXPECT_THAT(
      write_comparison(comparison, OutputFormat::Text, Bars::No),
      HasSubstr(
          "weak     4     nvidia-a100  n=16384 phase=drawn width=1  P      16.0 s    2.00×  "));
  EXPECT_THAT(write_comparison(comparison, OutputFormat::Markdown, Bars::No),
              HasSubstr("| strong | 16 |"));
  const auto document =
      parse_json(write_comparison(comparison, OutputFormat::JsonText, Bars::No), "comparison.json");
  ASSERT_TRUE(is_ok(document));
  const Json& weak = (*document)["scaling"][5];
  EXPECT_EQ(weak["scaling"], "weak");
  EXPECT_EQ(weak["class"], "P");
  EXPECT_EQ(weak["gpu"], "nvidia-a100");
  EXPECT_EQ(weak["gpus"], 4);
  EXPECT_EQ(weak["against"], 1);
  EXPECT_EQ(weak["efficiency"], 0.5);
  const std::string csv = write_comparison(comparison, OutputFormat::Csv, Bars::No);
  EXPECT_THAT(csv, HasSubstr(",gpu,scaling,parameters,speedup,"));
  EXPECT_THAT(csv, HasSubstr(",weak,n=16384 phase=drawn width=1,2,"));
}

TEST(Scaling, SaysWhereGroupsOfCoresStandForDevices) {
  const std::string remark =
      "backend cpu: 'gpus' counts groups of the same cores; 1 has all of them, more share them, so "
      "its efficiency says nothing of more devices";
  std::vector<TimingReport> of_cores = kAll;
  for (TimingReport& report : of_cores) report.backend = "cpu";
  EXPECT_THAT(
      write_comparison(compared(of_cores, compare_by({"gpus"})), OutputFormat::Text, Bars::No),
      HasSubstr("\n" + remark + "\n"));
  EXPECT_THAT(compared(of_cores, compare_by({"site"})).notes, Not(testing::Contains(remark)));
  EXPECT_THAT(compared(kAll, compare_by({"gpus"})).notes, Not(testing::Contains(remark)));
}

TEST(Scaling, StandsOnThePage) {
  const MeasurementTable table = table_of(kAll, "kernel");
  const ComparisonPage page = make_page(compared(kAll, compare_by({"gpus"})), table, "1");
  ASSERT_EQ(page.scaling.size(), 6U);
  EXPECT_EQ(page.scaling[5].kind, "weak");
  EXPECT_FALSE(page.scaling[3].speedup_interval) << "the fewest are set against themselves";
  const std::string html = write_page(page);
  EXPECT_THAT(html, HasSubstr("<section aria-labelledby=\"scaling-heading\" id=\"scaling\">"));
  EXPECT_THAT(html, HasSubstr("50.0 %"));
  EXPECT_THAT(html, HasSubstr("nvidia-a100, kernel seconds"));
  EXPECT_EQ(page.scaling[5].gpu, "nvidia-a100");
  EXPECT_THAT(write_page(make_page(compared(kAll, compare_by({"site"})), table, "1")),
              Not(HasSubstr("scaling-heading")));
}

}  // namespace
}  // namespace gpujob
