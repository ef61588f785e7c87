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
  workload_of(run.plan)->launches = 3;
  put_end(run.id, 0, "4711", 3);
  const Collected all = collected();
  ASSERT_EQ(all.reports.size(), 3u);
  EXPECT_EQ(all.reports[2].launch, 3);
  EXPECT_EQ(all.reports[2].run_id, run.id);
  EXPECT_TRUE(all.problems.empty());
}

// What may change between two runs of one kind travels with their measurements.
TEST_F(Collect, ModulesProfileAndQosAreOfTheEnvironment) {
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
  EXPECT_EQ(value_of("qos"), "absent");
  run.plan.options.push_back({"qos", "debug"});
  EXPECT_EQ(value_of("qos"), "debug");
}

TEST_F(Collect, WithoutAMarkerThereIsNothing) {
  world.put(path(run.id, "report-1.json"), report_text(run.id));
  EXPECT_TRUE(collected().reports.empty());
  EXPECT_TRUE(problems().empty());
}

TEST_F(Collect, MissingHalfAndChangedReportsAreProblems) {
  workload_of(run.plan)->launches = 3;
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
                    ": report is missing (the end marker names it)",
                "error: " + path(run.id, "report-2.json") +
                    ": report is incomplete (100 bytes, the "
                    "end marker says " +
                    std::to_string(text.size()) + ")",
                "error: " + path(run.id, "report-3.json") +
                    ": report was changed (its SHA-256 is not the one of the end marker)"}));
}

// A job of six launches that was killed in its third: two reports are whole.
TEST_F(Collect, WholeReportsOfAKilledJobCountAndTheRestIsNamed) {
  workload_of(run.plan)->launches = 6;
  world.put(path(run.id, "report-1.json"), report_text(run.id, 1));
  world.put(path(run.id, "report-2.json"), report_text(run.id, 2));
  world.put(path(run.id, "report-3.json.tmp"), report_text(run.id, 3).substr(0, 100));
  EXPECT_TRUE(collected().reports.empty()) << "as long as its end is not known";
  run.state = RunState::Failed;
  EXPECT_EQ(collected().reports.size(), 2u);
  const std::string where = "warning: run " + run.id;
  EXPECT_EQ(problems(), (std::vector<std::string>{
                            where + ": its reports are taken as they are (the job was ended before "
                                    "it could vouch for them)",
                            where + ": no report of launch 3 to 6 (6 were planned, the job ended "
                                    "before)"}));
  // With a marker, since TERM came before KILL.
  put_end(run.id, 143, "4711", 2);
  EXPECT_EQ(collected().reports.size(), 2u);
  EXPECT_EQ(problems(), std::vector<std::string>{where + ": no report of launch 3 to 6 (6 were "
                                                         "planned, the job ended before)"});
}

TEST_F(Collect, AReportOfAKilledJobThatIsNotWholeIsNamed) {
  workload_of(run.plan)->launches = 3;
  run.state = RunState::Cancelled;
  const std::string text = report_text(run.id, 2);
  world.put(path(run.id, "report-2.json"), text.substr(0, text.size() / 2));
  EXPECT_TRUE(collected().reports.empty());
  ASSERT_EQ(problems().size(), 2u);
  EXPECT_TRUE(problems()[0].starts_with("error: " + path(run.id, "report-2.json") + ":"));
  EXPECT_EQ(problems()[1], "warning: run " + run.id +
                               ": no report of launch 1, 3 (3 were planned, the job ended "
                               "before)");
}

// The marker vouches for the bytes, not for what they say.
TEST_F(Collect, AReportThatIsNotOfThePlanIsRefused) {
  struct Case {
    const char* place;  ///< JSON pointer
    Json value;
    std::string why;
  };
  const std::vector<Case> cases = {
      {"/workload", "fft2d", "workload fft2d, the plan says integrate2d"},
      {"/variant", "naive", "variant naive, the plan says poly"},
      {"/precision", "float64", "precision float64, the plan says float32"},
      {"/backend", "cpu", "backend cpu, the plan says cuda"},
      {"/run/site", "pdc", "site pdc, the plan says hpc2n"},
      {"/parameters/n", 2048, "n 2048, the plan says 102400"},
      {"/run/launch", 2, "launch 2, its name says 1"},
  };
  for (const auto& [place, value, why] : cases) {
    Json document = *parse_json(report_text(run.id), "report");
    document[Json::json_pointer(place)] = value;
    const std::string text = dump_json(document);
    world.put(path(run.id, "report-1.json"), text);
    world.put(path(run.id, "end.4711.0.json"), marker_text(run.id, 0, {{"report-1.json", text}}));
    EXPECT_TRUE(collected().reports.empty());
    EXPECT_EQ(problems(),
              std::vector<std::string>{"error: " + path(run.id, "report-1.json") +
                                       ": report is not of what was planned (" + why + ")"});
    EXPECT_EQ(world.text_of(path(run.id, "report-1.json")), text);
  }
  put_end(run.id, 0, "4711", 2);
  EXPECT_EQ(collected().reports.size(), 1u);
  EXPECT_EQ(problems(), std::vector<std::string>{"error: " + path(run.id, "report-2.json") +
                                                 ": report is not of what was planned (launch 2, "
                                                 "the plan has 1)"});
}

TEST_F(Collect, WhatNobodyCanHaveMeasuredIsRefused) {
  const std::vector<std::tuple<const char*, Json, std::string>> cases = {
      {"/started", "yesterday", "'started' is not a time like 2026-11-21T10:15:30Z"},
      {"/started", "2026-02-30T10:15:30Z", "'started' is not a time like 2026-11-21T10:15:30Z"},
      {"/samples/kernel", Json::array({-0.002}),
       "'samples.kernel' is not a list of seconds above zero"},
      {"/samples/kernel", Json::array({nullptr}),
       "'samples.kernel' is not a list of seconds above zero"},
      {"/samples/total", Json::array(),
       "'samples.total' is not a list of seconds above zero with at least one"},
      {"/samples/cold/setup", -1, "'samples.cold.setup' is not a number of at least 0"},
  };
  for (const auto& [place, value, problem] : cases) {
    Json document = *parse_json(report_text(run.id), "report");
    document[Json::json_pointer(place)] = value;
    const std::string text = dump_json(document);
    world.put(path(run.id, "report-1.json"), text);
    world.put(path(run.id, "end.4711.0.json"), marker_text(run.id, 0, {{"report-1.json", text}}));
    EXPECT_TRUE(collected().reports.empty());
    EXPECT_EQ(problems(), std::vector<std::string>{"error: " + path(run.id, "report-1.json") +
                                                   ": " + problem + " (schema gpujob/report/v1)"});
  }
}

// A sandbox's program is a CPU program; user's own numbers may be written in another way.
TEST_F(Collect, AStandInIsOfThePlanItStandsInFor) {
  Json document = *parse_json(report_text(run.id), "report");
  document["backend"] = "cpu";
  document["run"]["stand_in_for"] = "cuda";
  document["parameters"]["n"] = "1.024e5";
  const std::string text = dump_json(document);
  world.put(path(run.id, "report-1.json"), text);
  world.put(path(run.id, "end.4711.0.json"), marker_text(run.id, 0, {{"report-1.json", text}}));
  EXPECT_EQ(collected().reports.size(), 1u);
  EXPECT_TRUE(problems().empty());
}

// GPU code that was executed on CPUs names the runtime, planned so or standing in for a GPU.
TEST_F(Collect, AnEmulatedProgramIsOfAPlanOfItsOwnOrOfItsRuntime) {
  const auto backend_problem = [&](const std::string& planned, const std::string& backend) {
    Json document = *parse_json(report_text(run.id), "report");
    document["backend"] = backend;
    document["run"]["stand_in_for"] = "cuda";
    const std::string text = dump_json(document);
    world.put(path(run.id, "report-1.json"), text);
    world.put(path(run.id, "end.4711.0.json"), marker_text(run.id, 0, {{"report-1.json", text}}));
    workload_of(run.plan)->backend = planned;
    const std::vector<std::string> found = problems();
    return found.empty() ? "" : found.front().substr(found.front().find('('));
  };
  EXPECT_EQ(backend_problem("emulated", "emulated"), "");
  EXPECT_EQ(backend_problem("cuda", "emulated"), "");
  EXPECT_EQ(backend_problem("hip", "emulated"), "(backend cuda, the plan says hip)");
  EXPECT_EQ(backend_problem("cpu", "emulated"), "(backend cuda, the plan says cpu)");
  EXPECT_EQ(backend_problem("emulated", "cpu"), "(backend cpu, the plan says emulated)");
}

// A command that is not told its backend would let the timing of a GPU pass for one of the host.
TEST_F(Collect, AnOwnCommandsReportOfAnotherBackendIsNotOfThePlan) {
  Json document = *parse_json(report_text(run.id), "report");
  document["backend"] = "cpu";
  const std::string text = dump_json(document);
  world.put(path(run.id, "report-1.json"), text);
  world.put(path(run.id, "end.4711.0.json"), marker_text(run.id, 0, {{"report-1.json", text}}));
  workload_of(run.plan)->arguments = {"--report", "{{report}}", "--", "simulate"};
  EXPECT_TRUE(collected().reports.empty());
  EXPECT_EQ(problems(),
            std::vector<std::string>{
                "error: " + path(run.id, "report-1.json") +
                ": report is not of what was planned (backend cpu, the plan says cuda)"});
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

// In the same words for all runs of one fate, so that a thousand of them are one line.
TEST_F(Collect, WhatIsMissingIsSaidWithItsReason) {
  const auto missing = [&] { return missing_from(run, collected()); };
  workload_of(run.plan)->launches = 2;
  run.state = RunState::Pending;
  run.detail = "Priority";
  EXPECT_EQ(missing(), (Missing{2, "pending when last asked; 'gpujob status' asks again"}));
  run.state = RunState::Failed;
  run.detail = "exit status 77: the program found no device";
  EXPECT_EQ(missing(), (Missing{2, "failed: exit status 77: the program found no device"}));
  run.state = RunState::Vanished;
  run.detail = "";
  EXPECT_EQ(missing(), (Missing{2, "vanished"}));
  run.state = RunState::Done;
  EXPECT_EQ(missing(), (Missing{2, "it wrote no report"}));
  put_end(run.id);
  EXPECT_EQ(missing(), (Missing{1, "no report of launch 2: 2 were planned, the job ended before"}));
  put_end(run.id, 0, "4711", 2);
  EXPECT_EQ(missing(), Missing{});
  workload_of(run.plan)->backend = "hip";
  EXPECT_EQ(missing(), (Missing{2,
                                "report is not of what was planned: backend cuda, the plan "
                                "says hip"}));
}

}  // namespace
}  // namespace gpujob
