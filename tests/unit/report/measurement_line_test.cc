// SPDX-License-Identifier: MIT
#include "report/measurement_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "unit/report/sample_report.h"

namespace gpujob {
namespace {

Measurement sample() {
  Measurement measurement = measurement_of(example_report());
  measurement.cost.waited = 30;
  measurement.cost.elapsed = 60;
  return measurement;
}

/// The line read back, and written once more.
std::string there_and_back(const std::string& line) {
  RawMeasurement raw;
  const std::string wrong = read_raw_measurement(line, raw);
  if (!wrong.empty()) return wrong;
  const Result<LaunchConfig> setting = read_setting(raw.setting, "line");
  EXPECT_TRUE(is_ok(setting));
  Measurement measurement;
  measurement.run = raw.head.run.view();
  measurement.launch = raw.head.launch;
  measurement.started = raw.head.started.view();
  measurement.setting = *setting;
  measurement.ceiling = raw.head.ceiling;
  measurement.cost = raw.head.cost;
  measurement.seconds = raw.seconds;
  return measurement_line(measurement);
}

TEST(MeasurementLine, SaysWhatItIs) {
  EXPECT_EQ(
      measurement_line(sample()),
      R"({"schema":"gpujob/measurement/v1","run":"01JD7M3ZK8Q4V5W6X7Y8Z9ABCD","launch":1,)"
      R"("started":"2026-11-21T10:15:30Z","setting":{"workload":"integrate2d","variant":"poly",)"
      R"("class":"P","backend":"cuda","precision":"float32","data":"resident","site":"hpc2n",)"
      R"("cluster":"kebnekaise","partition":"batch","gpu_key":"l40s","gpu_model":"nvidia-l40s",)"
      R"("device":"NVIDIA L40S","work_unit":"op","valid":true,"work":73400320000.0,)"
      R"("intensity":179200.0,)"
      R"("parameters":{"n":"102400","phase":"drawn","width":"1"},)"
      R"("environment":{"architecture":"sm_89",)"
      R"("compiler":"nvcc 13.0.88, g++ 12.2.0","cpu":"AMD EPYC 9254 24-Core Processor",)"
      R"("disturbed":"a tenth or more of the samples discarded","driver":"13.0",)"
      R"("gpujob":"0.1.0","isa":"avx512","node":"b-cn1701","runtime":"13.0"}},)"
      R"("ceiling":43210000000000.0,"job":{"waited":30.0,"elapsed":60.0},)"
      R"("samples":{"kernel":[0.00203,0.00203,0.00204,0.00203,0.00203],)"
      R"("total":[0.00219,0.00218,0.00219,0.00218,0.00218],)"
      R"("d2h":[2.32e-05,2.31e-05,2.31e-05,2.33e-05,2.31e-05]}})");
}

TEST(MeasurementLine, ComesBackWhole) {
  const std::string line = measurement_line(sample());
  EXPECT_EQ(there_and_back(line), line);
  Measurement bare;
  bare.run = "x";
  bare.setting.workload = "w\"\\ \t å";
  bare.seconds[3] = {1e-9, 3};
  EXPECT_EQ(there_and_back(measurement_line(bare)), measurement_line(bare));
}

// A setting that is likely is taken without a look at its inside, and nothing else is.
TEST(MeasurementLine, ALikelySettingIsRecognised) {
  const std::string line = R"({"schema":"gpujob/measurement/v1","run":"A","setting":{"a":1},)"
                           R"("samples":{"kernel":[1]}})";
  for (const char* likely : {"", R"({"a":1})", R"({"a":12})", R"({"a":1}})", "1"}) {
    RawMeasurement raw;
    raw.likely = likely;
    EXPECT_EQ(read_raw_measurement(line, raw), "") << likely;
    EXPECT_EQ(raw.setting, R"({"a":1})") << likely;
  }
}

TEST(MeasurementLine, KeysOfALaterVersionArePassedOver) {
  const std::string line = measurement_line(sample());
  EXPECT_EQ(there_and_back(replace_all(line, "\"launch\":1", "\"launch\":1,\"new\":[{\"a\":1}]")),
            line);
}

TEST(MeasurementLine, SaysWhatIsWrong) {
  const std::string line = measurement_line(sample());
  const auto wrong = [&](std::string_view from, std::string_view to) {
    RawMeasurement raw;
    return read_raw_measurement(replace_all(line, from, to), raw);
  };
  EXPECT_EQ(wrong("gpujob/measurement/v1", "gpujob/measurement/v9"),
            "schema 'gpujob/measurement/v9' is not known");
  EXPECT_EQ(wrong("\"schema\"", "\"scheme\""), "'schema' is missing");
  EXPECT_EQ(wrong("\"run\"", "\"rum\""), "'run' is not a run id");
  EXPECT_EQ(wrong("01JD7M3ZK8Q4", "01JD7M3ZK8Q4V5W6X7"), "'run' is not a run id");
  EXPECT_EQ(wrong("\"launch\":1", "\"launch\":0"), "'launch' is not a number");
  EXPECT_EQ(wrong("\"launch\":1", "\"launch\":1.5"), "'launch' is not a number");
  EXPECT_EQ(wrong("\"setting\"", "\"sitting\""), "'setting' is missing");
  EXPECT_EQ(wrong("0.00204", "-0.00204"), "a sample is not above zero");
  EXPECT_EQ(wrong("\"samples\"", "\"simples\""), "no samples");
  EXPECT_EQ(wrong("0.00204", "\"0.00204\""), "not a line of JSON");
  EXPECT_EQ(wrong("]}}", "]}"), "not a line of JSON");
}

TEST(MeasurementLine, SettingsAreCheckedToo) {
  EXPECT_TRUE(fails_with(read_setting("{\"site\":1}", "x:3"), ExitCode::Invalid,
                         {"x:3: 'setting.site' has another shape"}));
  EXPECT_TRUE(fails_with(read_setting("{\"site\":\"a\"}", "x:3"), ExitCode::Invalid,
                         {"x:3: 'setting.workload' is missing"}));
  EXPECT_TRUE(fails_with(read_setting("[]", "x:3"), ExitCode::Invalid,
                         {"x:3: 'setting' is not an object"}));
}

}  // namespace
}  // namespace gpujob
