// SPDX-License-Identifier: MIT
#include "report/timing_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "unit/report/sample_report.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::Pair;

Result<TimingReport> read(const Json& document) {
  return read_report("report-1.json", dump_json(document));
}

TEST(TimingReport, ReadsTheExample) {
  const TimingReport report = example_report();
  EXPECT_EQ(report.run_id, "01JD7M3ZK8Q4V5W6X7Y8Z9ABCD");
  EXPECT_EQ(report.launch, 1);
  EXPECT_EQ(report.site, "hpc2n");
  EXPECT_EQ(report.cluster, "kebnekaise");
  EXPECT_EQ(report.partition, "batch");
  EXPECT_EQ(report.gpu_key, "l40s");
  EXPECT_EQ(report.gpu_model, "nvidia-l40s");
  EXPECT_EQ(report.executor, "slurm");
  EXPECT_EQ(report.sandbox, "");
  EXPECT_EQ(report.stand_in_for, "");
  EXPECT_EQ(report.job_id, "1234567");
  EXPECT_EQ(report.started, "2026-11-21T10:15:30Z");
  EXPECT_EQ(report.workload, "integrate2d");
  EXPECT_EQ(report.variant, "poly");
  EXPECT_EQ(report.algorithm_class, "P");
  EXPECT_EQ(report.backend, "cuda");
  EXPECT_EQ(report.precision, "float32");
  EXPECT_THAT(report.parameters,
              ElementsAre(Pair("n", "102400"), Pair("phase", "drawn"), Pair("width", "1")));
  EXPECT_THAT(report.samples.at("kernel"),
              ElementsAre(0.00203, 0.00203, 0.00204, 0.00203, 0.00203));
  EXPECT_THAT(report.samples.at("h2d"), ElementsAre());
  EXPECT_EQ(report.samples.at("total").size(), 5u);
  EXPECT_THAT(report.cold, ElementsAre(Pair("d2h", 0.0000481), Pair("kernel", 0.00312),
                                       Pair("setup", 0.214), Pair("total", 0.21731)));
  EXPECT_EQ(report.stop_reason, "noise");
  EXPECT_EQ(report.clock, "event");
  EXPECT_TRUE(report.valid);
  EXPECT_EQ(report.answer.worst_error, 0.00000021);
  EXPECT_EQ(report.answer.tolerance, 0.000001);
  EXPECT_EQ(report.rates.at("operations_per_second"), 36157793103448.27);
  EXPECT_EQ(report.fraction, 0.8368);
  EXPECT_EQ(report.ceiling, "fma float32");
  EXPECT_EQ(report.ceiling_unit, "operations/s");
  EXPECT_EQ(report.device, "NVIDIA L40S");
  EXPECT_EQ(report.host, "b-cn1701");
  EXPECT_EQ(report.text_at("/host/cpu"), "AMD EPYC 9254 24-Core Processor");
  EXPECT_EQ(report.text_at("/host/none"), "");
  EXPECT_EQ(report.number_at("/samples/cold/setup"), 0.214);
  EXPECT_EQ(report.number_at("/host/cpu"), std::nullopt);
  EXPECT_EQ(&report.main_samples(), &report.samples.at("kernel"));
}

TEST(TimingReport, NullsAreAbsent) {
  Json document = example_document();
  for (const char* key : {"id", "site", "cluster", "partition", "gpu_key", "gpu_model", "job_id"}) {
    document["run"][key] = nullptr;
  }
  document["answer"]["value"] = nullptr;
  document["samples"]["noise"] = nullptr;
  const Result<TimingReport> report = read(document);
  ASSERT_TRUE(is_ok(report));
  EXPECT_EQ(report->run_id, "");
  EXPECT_EQ(report->gpu_model, "");
  EXPECT_EQ(report->answer.value, std::nullopt);
}

TEST(TimingReport, AWrongAnswerHasNoRate) {
  const TimingReport report = example_report(wrong_answer());
  EXPECT_FALSE(report.valid);
  EXPECT_TRUE(report.rates.empty());
  EXPECT_EQ(report.fraction, std::nullopt);
  EXPECT_EQ(report.answer.problem, "row 3 is off by 0.5");
  EXPECT_EQ(report.answer.worst_error, std::nullopt);
}

TEST(TimingReport, RefusesWhatIsNoReport) {
  EXPECT_TRUE(fails_with(read_report("x.json", "{\"a\": 1}"), ExitCode::Invalid,
                         {"x.json: not a timing report ('schema' is missing)"}));
  EXPECT_TRUE(fails_with(read_report("x.json", "[]"), ExitCode::Invalid,
                         {"x.json: not a timing report ('schema' is missing)"}));
  EXPECT_TRUE(fails_with(read_report("x.json", "{\"schema\": \"gpujob/report/v2\"}"),
                         ExitCode::Invalid,
                         {"x.json: schema 'gpujob/report/v2' is not known (this gpujob reads "
                          "gpujob/report/v1); use a newer gpujob"}));
  EXPECT_FALSE(read_report("x.json", "{\"schema\": \"gpujob/rep"));
}

TEST(TimingReport, OnTheHostTheTotalIsTheTimeThatCounts) {
  Json document = example_document();
  document["data"] = "host";
  document["samples"]["kernel"] = Json::array();
  document["samples"]["cold"].erase("kernel");
  const auto report = read(document);
  ASSERT_TRUE(is_ok(report));
  EXPECT_EQ(report->data, "host");
  EXPECT_EQ(&report->main_samples(), &report->samples.at("total"));
}

TEST(TimingReport, ResidentDataHasKernelTimes) {
  Json document = example_document();
  document["samples"]["kernel"] = Json::array();
  const std::vector<std::string> lines = {
      "report-1.json: 'samples.kernel' is empty (the data is on the device)"};
  EXPECT_TRUE(fails_with(read(document), ExitCode::Invalid, lines));
  document.erase("data");  // absent means resident
  EXPECT_TRUE(fails_with(read(document), ExitCode::Invalid, lines));
}

TEST(TimingReport, NamesEveryViolation) {
  Json document = example_document();
  document["run"].erase("launch");
  document["samples"]["total"] = Json::array();
  document["samples"]["clock"] = "sundial";
  document["rates"]["seconds"] = 0;
  document["host"]["cores_used"] = 1.5;
  document["device"] = "a GPU";
  EXPECT_TRUE(fails_with(
      read(document), ExitCode::Invalid,
      {"report-1.json: 'run.launch' is missing (schema gpujob/report/v1)",
       // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one message on two lines
       "report-1.json: 'samples.total' is not a list of seconds above zero with at least one "
       "(schema gpujob/report/v1)",
       "report-1.json: 'samples.clock' is not one of event, steady (schema gpujob/report/v1)",
       "report-1.json: 'rates.seconds' is not a number above zero (schema gpujob/report/v1)",
       "report-1.json: 'device' is not an object (schema gpujob/report/v1)",
       "report-1.json: 'host.cores_used' is not an integer of at least 1 (schema "
       "gpujob/report/v1)"}));
}

TEST(TimingReport, RefusesARateForAWrongAnswer) {
  Json document = example_document();
  document["answer"]["valid"] = false;
  EXPECT_TRUE(fails_with(read(document), ExitCode::Invalid,
                         {"report-1.json: 'rates' is given for a wrong answer ('answer.valid' is "
                          "false)"}));
  document.erase("rates");
  EXPECT_TRUE(
      fails_with(read(document), ExitCode::Invalid,
                 {"report-1.json: 'fraction' is given for a wrong answer ('answer.valid' is "
                  "false)"}));
  Json right = example_document();
  right.erase("rates");
  EXPECT_TRUE(fails_with(read(right), ExitCode::Invalid,
                         {"report-1.json: 'rates' is missing ('answer.valid' is true)"}));
  right = example_document({{"answer", {{"problem", "but"}}}});
  EXPECT_TRUE(fails_with(read(right), ExitCode::Invalid,
                         {"report-1.json: 'answer.problem' is not null ('answer.valid' is true)"}));
}

TEST(TimingReport, PassesOverKeysOfLaterVersions) {
  EXPECT_TRUE(
      is_ok(read(example_document({{"energy", {{"joules", 3}}}, {"host", {{"rack", "r1"}}}}))));
}

TEST(TimingReport, ADamagedFileIsNeverAReport) {
  const std::string whole = read_source("profiles/schema/report.example.json");
  const std::size_t end = whole.find_last_of('}');
  for (std::size_t length = 0; length <= end; ++length) {
    ASSERT_FALSE(read_report("x.json", whole.substr(0, length))) << length;
  }
  EXPECT_TRUE(is_ok(read_report("x.json", whole.substr(0, end + 1))));
}

}  // namespace
}  // namespace gpujob
