// SPDX-License-Identifier: MIT
#include "report/writers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "base/text.h"
#include "report/compare.h"
#include "unit/report/sample_report.h"

namespace gpujob {
namespace {

using testing::HasSubstr;

/// Three launches of one run: a rehearsal, one without a ceiling, one with a wrong answer.
std::vector<TimingReport> three_launches() {
  const Json run{{"sandbox", "hpc2n-1"}, {"stand_in_for", "cuda"}};
  Json second{
      {"run", run}, {"ceiling", kAbsent}, {"fraction", kAbsent}, {"best_fraction", kAbsent}};
  second["run"]["launch"] = 2;
  Json third = wrong_answer();
  third["run"] = run;
  third["run"]["launch"] = 3;
  return {example_report({{"run", run}}), example_report(second), example_report(third)};
}

TEST(WriteReports, Text) {
  EXPECT_EQ(
      write_reports({example_report()}, OutputFormat::Text),
      "integrate2d poly (class P), cuda, float32, n=102400, phase=drawn, width=1\n"
      "  run     01JD7M3ZK8Q4V5W6X7Y8Z9ABCD\n"
      "  started 2026-11-21T10:15:30Z\n"
      "  site    hpc2n, cluster kebnekaise, partition batch, job 1234567\n"
      "  device  NVIDIA L40S (nvidia-l40s, here l40s, sm_89, driver 13.0)\n"
      "  host    b-cn1701, AMD EPYC 9254 24-Core Processor, avx512, 1 of 24 cores\n"
      "  clock   device events\n"
      "  data    resident on the device; rate, MAD and quartiles are of the kernel\n"
      "\n"
      "launch  samples  cold start  warm total  host to device   kernel  device to host  answer "
      "check\n"
      "     1        5      217 ms     2.18 ms               -  2.03 ms         23.1 µs       11.3 "
      "ms\n"
      "\n"
      "launch  kernel MAD   kernel quartiles        rate  of ceiling             error / tolerance "
      " "
      "stopped by\n"
      "     1         0 s  2.03 ms – 2.03 ms  36.2 Top/s  83.7 % of fma float32  2.1e-07 / 1.0e-06 "
      " "
      "noise\n"
      "\n"
      "! launch 1: 1 sample discarded (zero_time)\n");
}

TEST(WriteReports, ALocalRunOnCpus) {
  const std::string text = write_reports(
      {example_report(
          {{"run",
            {{"site", "local"},
             {"cluster", nullptr},
             {"partition", nullptr},
             {"gpu_key", nullptr},
             {"gpu_model", nullptr},
             {"executor", "local"},
             {"job_id", nullptr}}},
           {"backend", "cpu"},
           {"samples", {{"clock", "steady"}, {"discarded", Json::array()}}},
           {"device",
            {{"model", "AMD EPYC 9254"}, {"architecture", "x86_64"}, {"driver", nullptr}}},
           {"versions", {{"library", "OpenBLAS 0.3.21 (Haswell)"}}}})},
      OutputFormat::Text);
  EXPECT_THAT(text, HasSubstr("\n  site    local, started without a scheduler\n"));
  EXPECT_THAT(text, HasSubstr("\n  device  AMD EPYC 9254 (x86_64)\n"));
  EXPECT_THAT(text, HasSubstr("\n  clock   steady clock\n  library OpenBLAS 0.3.21 (Haswell)\n"));
  EXPECT_THAT(text, testing::EndsWith("  noise\n"));
}

TEST(WriteReports, MarkdownSaysPlainlyWhatMustNotBeOverlooked) {
  EXPECT_EQ(
      write_reports(three_launches(), OutputFormat::Markdown),
      "### integrate2d poly (class P), cuda, float32, n=102400, phase=drawn, width=1\n"
      "\n"
      "- run: 01JD7M3ZK8Q4V5W6X7Y8Z9ABCD\n"
      "- started: 2026-11-21T10:15:30Z\n"
      "- site: hpc2n, cluster kebnekaise, partition batch, job 1234567, sandbox hpc2n-1\n"
      "- device: NVIDIA L40S (in place of nvidia-l40s, here l40s, sm\\_89, driver 13.0)\n"
      "- host: b-cn1701, AMD EPYC 9254 24-Core Processor, avx512, 1 of 24 cores\n"
      "- clock: device events\n"
      "- data: resident on the device; rate, MAD and quartiles are of the kernel\n"
      "\n"
      "| launch | samples | cold start | warm total | host to device | kernel | device to host | "
      "answer check |\n"
      "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
      "| 1 | 5 | 217 ms | 2.18 ms | - | 2.03 ms | 23.1 µs | 11.3 ms |\n"
      "| 2 | 5 | 217 ms | 2.18 ms | - | 2.03 ms | 23.1 µs | 11.3 ms |\n"
      "| 3 | 5 | 217 ms | 2.18 ms | - | 2.03 ms | 23.1 µs | 11.3 ms |\n"
      "| all right | 10 |  | 2.18 ms | - | 2.03 ms | 23.1 µs |  |\n"
      "\n"
      "| launch | kernel MAD | kernel quartiles | rate | of ceiling | error / tolerance | stopped "
      "by "
      "|\n"
      "| ---: | ---: | ---: | ---: | --- | --- | --- |\n"
      "| 1 | 0 s | 2.03 ms – 2.03 ms | 36.2 Top/s | 83.7 % of fma float32 | 2.1e-07 / 1.0e-06 | "
      "noise |\n"
      "| 2 | 0 s | 2.03 ms – 2.03 ms | 5.17 Tpoints/s | - | 2.1e-07 / 1.0e-06 | noise |\n"
      "| 3 | 0 s | 2.03 ms – 2.03 ms | - | - | not finite / 1.0e-06 | noise |\n"
      "| all right | 0 s | 2.03 ms – 2.03 ms |  |  |  |  |\n"
      "\n"
      "- **a CPU stood in for cuda: this is not a timing of a GPU**\n"
      "- **the site was sandbox 'hpc2n-1' on this machine**\n"
      "- **launch 1: 1 sample discarded (zero\\_time)**\n"
      "- **launch 2: 1 sample discarded (zero\\_time)**\n"
      "- **launch 3: the answer is wrong, so it has no rate (row 3 is off by 0.5)**\n"
      "- **launch 3: 1 sample discarded (zero\\_time)**\n");
}

TEST(WriteReports, CsvHoldsSecondsAndOneRowALaunch) {
  const std::string csv = write_reports(three_launches(), OutputFormat::Csv);
  const std::vector<std::string_view> rows = lines(csv);
  ASSERT_EQ(rows.size(), 4u);
  const std::vector<std::string_view> titles = split(rows[0], ',');
  const std::vector<std::string_view> first = split(rows[1], ',');
  ASSERT_EQ(titles.size(), first.size());
  const auto cell = [&](std::string_view title) {
    const auto found = std::find(titles.begin(), titles.end(), title);
    return found == titles.end()
               ? "no such column"
               : std::string(first[static_cast<std::size_t>(found - titles.begin())]);
  };
  EXPECT_EQ(cell("run"), "01JD7M3ZK8Q4V5W6X7Y8Z9ABCD");
  EXPECT_EQ(cell("stand_in_for"), "cuda");
  EXPECT_EQ(cell("parameters"), "n=102400 phase=drawn width=1");
  EXPECT_EQ(cell("valid"), "true");
  EXPECT_EQ(cell("data"), "resident");
  EXPECT_EQ(cell("cold_seconds"), "0.21731");
  EXPECT_EQ(cell("warm_total_seconds"), "0.00218");
  EXPECT_EQ(cell("host_to_device_seconds"), "");
  EXPECT_EQ(cell("kernel_seconds"), "0.00203");
  EXPECT_EQ(cell("device_to_host_seconds"), "2.31e-05");
  EXPECT_EQ(cell("answer_check_seconds"), "0.0113");
  EXPECT_EQ(cell("batched_seconds"), "");
  EXPECT_EQ(cell("phase"), "kernel");
  EXPECT_EQ(cell("median_seconds"), "0.00203");
  EXPECT_EQ(cell("maximum_seconds"), "0.00204");
  EXPECT_EQ(cell("operations_per_second"), "36157790000000");
  EXPECT_EQ(cell("fraction"), "0.8368");
  EXPECT_EQ(cell("best_fraction"), "0.8358");
  EXPECT_EQ(cell("worst_error"), "2.1e-07");
  EXPECT_THAT(
      std::string(rows[3]),
      HasSubstr(
          ",0.21731,noise,event,,1e-06,0.0113,false,,,,fma float32,,,,,NVIDIA L40S,b-cn1701,5,"
          "0.00218,,0.00203,2.31e-05,kernel,0.00203,0,0.00203,0.00203,0.00203,0.00204"));
}

TEST(WriteReports, JsonHoldsTheWholeReport) {
  const std::string text = write_reports({example_report()}, OutputFormat::JsonText);
  const Result<Json> document = parse_json(text, "out");
  ASSERT_TRUE(is_ok(document));
  EXPECT_EQ((*document)["schema"], "gpujob/reports/v1");
  ASSERT_EQ((*document)["reports"].size(), 1u);
  EXPECT_EQ((*document)["reports"][0]["report"], example_document());
  const Json& summary = (*document)["reports"][0]["summary"];
  EXPECT_EQ(summary["class"], "P");
  EXPECT_EQ(summary["data"], "resident");
  EXPECT_EQ(summary["phase"], "kernel");
  EXPECT_EQ(summary["median"], 0.00203);
  EXPECT_EQ(summary["cold_start"], 0.21731);
  EXPECT_EQ(summary["warm_total"], 0.00218);
  EXPECT_EQ(summary["host_to_device"], nullptr);
  EXPECT_EQ(summary["kernel"], 0.00203);
  EXPECT_EQ(summary["device_to_host"], 2.31e-05);
  EXPECT_EQ(summary["answer_check"], 0.0113);
}

TEST(WriteReports, CopiesAreNamedWhereTheyArePartOfTheTime) {
  const Json host{{"data", "host"},
                  {"class", "R"},
                  {"samples", {{"h2d", {0.001, 0.001, 0.001, 0.001, 0.001}}}}};
  const std::string text = write_reports({example_report(host)}, OutputFormat::Text);
  EXPECT_THAT(text, HasSubstr("integrate2d poly (class R), "));
  EXPECT_THAT(text, HasSubstr("\n  data    host to host; rate, MAD and quartiles are of the warm "
                              "total, copies included\n"));
  EXPECT_THAT(text, HasSubstr("\n     1        5      217 ms     2.18 ms         1.00 ms  2.03 ms  "
                              "       23.1 µs       11.3 ms\n"));
  EXPECT_THAT(text, HasSubstr("\nlaunch  total MAD    total quartiles "));
  EXPECT_THAT(write_reports({example_report(host)}, OutputFormat::Csv),
              HasSubstr(",R,host,cuda,float32,"));
}

TEST(WriteReports, WhatAProgramDidNotTimeIsADash) {
  const Json command{{"data", "host"},
                     {"samples", {{"kernel", Json::array()}, {"d2h", Json::array()}}},
                     {"answer", {{"seconds", kAbsent}}}};
  EXPECT_THAT(
      write_reports({example_report(command)}, OutputFormat::Text),
      HasSubstr("217 ms     2.18 ms               -       -               -             -\n"));
}

TEST(WriteReports, NothingFromAReportDrivesTheTerminalOrTheMarkup) {
  const TimingReport evil = example_report({{"device", {{"model", "\x1b[31m<b>x</b>`|"}}}});
  EXPECT_THAT(write_reports({evil}, OutputFormat::Text), HasSubstr("\\x1B[31m<b>x</b>`| ("));
  EXPECT_THAT(write_reports({evil}, OutputFormat::Markdown),
              HasSubstr("\\\\x1B\\[31m\\<b\\>x\\</b\\>\\`\\| ("));
}

Comparison three_groups() {
  CompareOptions how;
  how.workload = "integrate2d";
  MeasurementTable table(*find_metric("kernel"));
  std::vector<TimingReport> reports = repeated(
      {report_from("S", "hpc2n", "l40s", "nvidia-l40s", {2.00, 2.02, 2.01, 2.03, 2.02, 2.01}),
       report_from("A", "uppmax", "h100", "nvidia-h100", {1.00, 1.01, 1.02, 1.01, 1.00, 1.01})},
      4);
  reports.push_back(report_from("B", "nsc", "t4", "nvidia-t4", {1, 2}));
  reports.push_back(report_from("C", "nsc", "t4", "nvidia-t4", {1, 2}, wrong_answer()));
  for (const TimingReport& report : reports) table.add(measurement_of(report));
  table.costs.push_back({90, 120, 240, kUnavailable, 5310});
  table.launches[0].cost = 1;
  Result<Comparison> comparison = compare(table, how);
  EXPECT_TRUE(is_ok(comparison));
  return comparison ? *std::move(comparison) : Comparison{};
}

TEST(WriteComparison, TextHasBarsOnATerminalOnly) {
  EXPECT_NE(write_comparison(three_groups(), OutputFormat::Text, Bars::Yes).find("●"),
            std::string::npos);
  EXPECT_EQ(write_comparison(three_groups(), OutputFormat::Text).find("●"), std::string::npos);
  EXPECT_EQ(write_comparison(three_groups(), OutputFormat::Csv, Bars::Yes).find("●"),
            std::string::npos);
}

TEST(WriteComparison, WhatIsNotKnownIsCalledUnavailable) {
  const std::string text = write_comparison(three_groups(), OutputFormat::Text);
  EXPECT_THAT(text, HasSubstr("2 min 0 s"));
  const Result<Json> document =
      parse_json(write_comparison(three_groups(), OutputFormat::JsonText), "out");
  ASSERT_TRUE(is_ok(document));
  const Json& cost = (*document)["groups"][0]["cost"];
  EXPECT_EQ(cost["queue_wait_seconds"], (Json{{"value", 90.0}, {"origin", "derived"}}));
  EXPECT_EQ(cost["elapsed_seconds"], (Json{{"value", 120.0}, {"origin", "measured"}}));
  EXPECT_EQ(cost["gpu_hours"], (Json{{"value", 0.06666667}, {"origin", "derived"}}));
  EXPECT_EQ(cost["core_hours"], (Json{{"value", nullptr}, {"origin", "unavailable"}}));
  EXPECT_EQ(cost["energy_joules"], (Json{{"value", 5310.0}, {"origin", "measured"}}));
  EXPECT_THAT(text, HasSubstr("5.31 kJ"));
  EXPECT_THAT(text, HasSubstr(kEnergyRemark));
  for (const auto& [name, value] : (*document)["groups"][1]["cost"].items()) {
    EXPECT_EQ(value, (Json{{"value", nullptr}, {"origin", "unavailable"}})) << name;
  }
}

TEST(WriteComparison, CsvHasOneRowPerGroupAndEmptyCellsForWhatIsNotKnown) {
  const std::string csv = write_comparison(three_groups(), OutputFormat::Csv);
  const std::vector<std::string_view> rows = lines(csv);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(trim(rows[0]),
            "site,gpu,mark,class,runs,launches,samples,metric,unit,minimum,lower_quartile,median,"
            "upper_quartile,p95,maximum,mad,median_low,median_high,ratio,ratio_low,ratio_high,p,"
            "p_corrected,cliffs_delta,verdict,queue_wait_seconds,elapsed_seconds,gpu_hours,"
            "core_hours,energy_joules,baseline,same_gpu_as,same_gpu_ratio,same_gpu_ratio_low,"
            "same_gpu_ratio_high,same_gpu_p_corrected,same_gpu_verdict,repeats,repeats_ranked,"
            "interval_by,baseline_shares,question");
  EXPECT_EQ(trim(rows[2]),
            "nsc,t4,,P,1,1,2,kernel,s,1,1.25,1.5,1.75,1.95,2,0.5,,,,,,,,,too few samples (2; need "
            "5),,,,,,uppmax h100,,,,,,,2,0,,,");
}

TEST(WriteComparison, Json) {
  const std::string text = write_comparison(three_groups(), OutputFormat::JsonText);
  const Result<Json> document = parse_json(text, "out");
  ASSERT_TRUE(is_ok(document));
  EXPECT_EQ((*document)["schema"], "gpujob/comparison/v1");
  EXPECT_EQ((*document)["bootstrap"]["seed"], 20261121);
  ASSERT_EQ((*document)["groups"].size(), 3u);
  EXPECT_EQ((*document)["groups"][1]["contrast"], nullptr);
  EXPECT_EQ((*document)["groups"][1]["median_interval"], nullptr);
  EXPECT_EQ((*document)["groups"][2]["values"], (Json{{"site", "uppmax"}, {"gpu", "h100"}}));
  EXPECT_EQ((*document)["groups"][0]["contrast"]["cliffs_delta"], 1.0);
  EXPECT_EQ((*document)["excluded"][0],
            (Json{{"reason", "answer not valid"}, {"launches", 1}, {"runs", {"C"}}}));
}

}  // namespace
}  // namespace gpujob
