// SPDX-License-Identifier: MIT
#include "run/collect.h"

#include <gtest/gtest.h>

#include "run/attempt.h"
#include "run/end_marker.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

class Collect : public RunFixture {
 protected:
  Collect() : run(load(create())) { run.job = RunJob{"4711", "", {}, ""}; }

  Collected collected() {
    Result<Collected> result = collect(world, run);
    EXPECT_TRUE(is_ok(result));
    return result ? *std::move(result) : Collected{};
  }

  std::vector<std::string> problems() { return lines_of(collected().problems); }

  RunRecord run;
};

TEST_F(Collect, TakesWhatTheEndMarkerVouchesFor) {
  put_end(run.id, 0, "4711", 3);
  const Collected all = collected();
  ASSERT_EQ(all.reports.size(), 3u);
  EXPECT_EQ(all.reports[2].launch, 3);
  EXPECT_EQ(all.reports[2].run_id, run.id);
  EXPECT_TRUE(all.problems.empty());
}

// What may change between two runs of one kind travels with their measurements.
TEST_F(Collect, ModulesAndProfileAreOfTheEnvironment) {
  put_end(run.id);
  const auto value_of = [&](const std::string& wanted) -> std::string {
    const std::vector<Measurement> all = measurements_of(collected());
    for (const auto& [name, value] : all[0].setting.environment) {
      if (name == wanted) return value;
    }
    return "absent";
  };
  EXPECT_EQ(value_of("profile"), "1f3a09bc27de (checked 2026-11-21)");
  EXPECT_EQ(value_of("modules"), "absent");
  run.plan.modules.modules = {"GCC/13", "CUDA/12.1"};
  EXPECT_EQ(value_of("modules"), "GCC/13 CUDA/12.1");
  run.profile = {};
  EXPECT_EQ(value_of("profile"), "absent");
}

TEST_F(Collect, WithoutAMarkerThereIsNothing) {
  world.put(path(run.id, "report-1.json"), report_text(run.id));
  EXPECT_TRUE(collected().reports.empty());
  EXPECT_TRUE(problems().empty());
}

TEST_F(Collect, MissingHalfAndChangedReportsAreProblems) {
  put_end(run.id, 0, "4711", 3);
  const std::string text = world.text_of(path(run.id, "report-2.json"));
  ASSERT_TRUE(is_ok(world.remove_file(path(run.id, "report-1.json"))));
  world.put(path(run.id, "report-2.json"), text.substr(0, 100));
  std::string changed = text;
  changed[text.find("0.00203")] = '1';
  changed[text.find("\"launch\": 2") + 10] = '3';
  world.put(path(run.id, "report-3.json"), changed);
  EXPECT_TRUE(collected().reports.empty());
  EXPECT_EQ(problems(),
            (std::vector<std::string>{
                "error: " + path(run.id, "report-1.json") +
                    ": report is not here (the end marker names it)",
                "error: " + path(run.id, "report-2.json") +
                    ": report is not whole (100 bytes, the "
                    "end marker says " +
                    std::to_string(text.size()) + ")",
                "error: " + path(run.id, "report-3.json") +
                    ": report was changed (its SHA-256 is not the one of the end marker)"}));
}

TEST_F(Collect, AReportOfAnotherRunIsNotOurs) {
  const std::string foreign = report_text("01JD7M3ZK8Q4V5W6X7Y8Z9ABCD");
  world.put(path(run.id, "report-1.json"), foreign);
  world.put(path(run.id, "end.4711.0.json"), marker_text(run.id, 0, {{"report-1.json", foreign}}));
  EXPECT_TRUE(collected().reports.empty());
  EXPECT_EQ(problems(), std::vector<std::string>{
                            "error: " + path(run.id, "report-1.json") +
                            ": report belongs to another run (01JD7M3ZK8Q4V5W6X7Y8Z9ABCD)"});
}

TEST_F(Collect, AMarkerOfAnotherRunIsNotOurs) {
  world.put(path(run.id, "end.4711.0.json"), marker_text("01JD7M3ZK8Q4V5W6X7Y8Z9ABCD", 0, {}));
  EXPECT_EQ(problems(), std::vector<std::string>{
                            "error: " + path(run.id, "end.4711.0.json") +
                            ": end marker belongs to another run (01JD7M3ZK8Q4V5W6X7Y8Z9ABCD)"});
}

TEST_F(Collect, AMarkerCannotNameFilesElsewhere) {
  for (const char* file : {"../report-1.json", "/etc/passwd", "report-.json", "report-1.json/../x",
                           "report-x.json", ""}) {
    world.put(path(run.id, "end.4711.0.json"), marker_text(run.id, 0, {{file, "x"}}));
    EXPECT_EQ(problems(), std::vector<std::string>{"error: " + path(run.id, "end.4711.0.json") +
                                                   ": end marker is damaged"})
        << file;
  }
}

TEST_F(Collect, ADamagedMarkerIsNotThereYet) {
  const std::string whole = marker_text(run.id, 0, {});
  for (std::size_t length = 0; length + 2 < whole.size(); ++length) {
    world.put(path(run.id, "end.4711.0.json"), whole.substr(0, length));
    ASSERT_FALSE(read_end_marker(world, run)) << length;
    ASSERT_EQ(problems().size(), 1u);
  }
}

TEST_F(Collect, TheHighestRestartOfThisJobCounts) {
  world.put(path(run.id, "end.4711.2.json"), marker_text(run.id, 2, {}));
  world.put(path(run.id, "end.4711.10.json"), marker_text(run.id, 10, {}));
  world.put(path(run.id, "end.47.99.json"), marker_text(run.id, 99, {}));
  world.put(path(run.id, "end.4711.11.json.tmp"), "");
  world.put(path(run.id, "end.4711..json"), "");
  const auto marker = read_end_marker(world, run);
  ASSERT_TRUE(is_ok(marker));
  ASSERT_TRUE(marker->has_value());
  EXPECT_EQ((*marker)->restart, 10);
  EXPECT_EQ((*marker)->exit_status, 10);
  EXPECT_EQ((*marker)->ended, "2026-11-21T09:32:00Z");
}

}  // namespace
}  // namespace gpujob
