// SPDX-License-Identifier: MIT
// The harness against experiments that go wrong in the ways experiments do.
#include "harness/measure.h"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "device/error.h"
#include "device/event.h"
#include "harness/json.h"

namespace gpujob {
namespace {

using testing::HasSubstr;
using testing::Not;

/// How the next experiment behaves. A MakeExperiment carries no state of its own.
struct Script {
  int right_checks = 1000;  ///< checks that pass before they fail
  double operations = 1;
  double seconds = 0;     ///< that a launch takes at least
  bool grows = false;     ///< the declared work, with the square of n
  bool waits = false;     ///< a launch as long for any n
  bool linear = false;    ///< or in proportion to n
  bool lazy = false;      ///< nothing is done where the answer is there
  int busy_ceilings = 0;  ///< of which an eighth is measured
  int ceilings = 0;       ///< measured
  bool throws_at_launch = false;
  bool no_device = false;
  bool no_memory = false;
  bool copies = false;  ///< slowly, where it is asked for its ceiling
  std::vector<std::string> calls;
};
Script script;
std::mutex one_at_a_time;  ///< groups of cores have a thread each

void note(const char* call) {
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  script.calls.emplace_back(call);
}

class Scripted : public Experiment {
 public:
  Scripted(Part part, double n) : part_(part), share_(script.grows ? n * n / (2048.0 * 2048) : 1) {}

  void poison(Queue& /*queue*/) override {
    note("poison");
    is_done_ = false;
  }
  void launch(Queue& /*queue*/) override {
    note("launch");
    if (script.no_memory) throw std::bad_alloc();
    if (script.throws_at_launch) throw DeviceError("launch failed (out of resources)");
    if (script.lazy && is_done_) return;
    is_done_ = true;
    const double start = steady_seconds();
    do {
      for (int k = 0; k < 20000; ++k) spin_ = spin_ + 1;
    } while (steady_seconds() - start < script.seconds * slower());
  }
  bool download(Queue& /*queue*/) override {
    note("download");
    return true;
  }
  void finish() override { note("finish"); }
  Answer check(Queue& /*queue*/) override {
    note("check");
    Answer answer;
    answer.judged = part_;
    answer.tolerance = 1;
    const std::lock_guard<std::mutex> lock(one_at_a_time);
    answer.valid = script.right_checks-- > 0;
    if (!answer.valid) answer.problem = "row 3 is off by 2";
    return answer;
  }
  Work work() const override { return {1, 0, 0, script.operations * share_, 0}; }
  Ceiling ceiling(Queue& /*queue*/, int /*units*/) override {
    if (script.copies) return {"memory copy", "bytes/s", 1, 1, 1, 4096};
    const double reached = ++script.ceilings > script.busy_ceilings ? 1e9 : 1e9 / 8;
    return {"fma float32", "operations/s", reached, reached, reached, script.operations * share_};
  }

 private:
  double slower() const {
    if (script.waits) return 1;
    return script.linear ? std::sqrt(share_) : share_;
  }

  Part part_;
  double share_;  ///< of the usual size
  volatile int spin_ = 0;
  bool is_done_ = false;
};

std::unique_ptr<Experiment> make(Queue& /*queue*/, const Choice& choice, Random& /*random*/) {
  if (script.no_device) throw NoDevice("no gpu device (none is visible)");
  return std::make_unique<Scripted>(choice.share_of(1), std::stod(choice.parameters.at("n")));
}

Spec spec() {
  Spec s;
  s.name = "scripted";
  s.variants = {{"only", 'R'}};
  s.default_variant = "only";
  s.precisions = {"float32"};
  s.default_precision = "float32";
  s.parameters = {{"n", Kind::Integer, "2048", 1, 4096, ""}};
  s.split = {"n", 256};
  return s;
}

class Measure : public testing::Test {
 protected:
  void SetUp() override { script = Script{}; }

  /// Runs the program; `output` and `errors` are what it printed.
  int run(std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), "scripted");
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int status = run_program(static_cast<int>(argv.size()), argv.data(), spec(), make);
    output = testing::internal::GetCapturedStdout();
    errors = testing::internal::GetCapturedStderr();
    return status;
  }

  /// Others may lengthen samples of a run, in which then less can be told.
  int run_until(const std::string& told) {
    int status = run({"--max-samples", "3"});
    for (int again = 0; again < 20 && output.find(told) == std::string::npos; ++again) {
      status = run({"--max-samples", "3"});
    }
    EXPECT_THAT(output, HasSubstr(told));
    return status;
  }

  std::string output, errors;
};

TEST_F(Measure, ARightAnswerIsRated) {
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(errors, "");
  EXPECT_THAT(output, HasSubstr("\"valid\": true"));
  EXPECT_THAT(output, HasSubstr("\"rates\""));
  EXPECT_THAT(output, HasSubstr("\"class\": \"R\""));
}

TEST_F(Measure, AWrongAnswerHasNoRateAndIsExit1) {
  script.right_checks = 0;
  EXPECT_EQ(run(), 1);
  EXPECT_EQ(errors, "scripted only (class R) cpu float32: WRONG ANSWER, row 3 is off by 2\n");
  EXPECT_THAT(output, HasSubstr("\"valid\": false"));
  EXPECT_THAT(output, Not(HasSubstr("\"rates\"")));
  EXPECT_THAT(output, Not(HasSubstr("\"ceiling\"")));
}

TEST_F(Measure, AWrongAnswerIsTimedOnceOnly) {
  script.right_checks = 0;
  run();
  const std::vector<std::string> pass = {"poison", "launch", "download", "finish"};
  std::vector<std::string> expected = pass;
  expected.emplace_back("check");
  expected.insert(expected.end(), pass.begin(), pass.end());
  EXPECT_EQ(script.calls, expected);
}

TEST_F(Measure, AnAnswerThatGoesWrongLaterIsWrong) {
  script.right_checks = 1;
  EXPECT_EQ(run(), 1);
  EXPECT_THAT(output, HasSubstr("\"valid\": false"));
  EXPECT_THAT(output, Not(HasSubstr("\"rates\"")));
}

TEST_F(Measure, EveryRunStartsFromPoison) {
  EXPECT_EQ(run({"--max-samples", "3", "--min-samples", "3"}), 0);
  for (std::size_t k = 0; k < script.calls.size(); ++k) {
    if (script.calls[k] == "launch") {
      ASSERT_GT(k, 0u);
      EXPECT_EQ(script.calls[k - 1], "poison");
    }
  }
  EXPECT_EQ(script.calls.back(), "check");
}

/// A copy of few bytes keeps one core busy; groups are as fast as they copy all at once.
TEST_F(Measure, GroupsOfCoresAreHeldAgainstWhatTheyCopyTogether) {
  script.copies = true;
  EXPECT_EQ(run(), 1);
  EXPECT_THAT(errors, HasSubstr("faster than this device"));
  EXPECT_EQ(run({"--gpus", "2"}), 0);
  EXPECT_THAT(output, HasSubstr("\"what\": \"memory copy\""));
}

TEST_F(Measure, MemoryThatIsNotGivenIsSaid) {
  script.no_memory = true;
  EXPECT_EQ(run(), 1);
  EXPECT_EQ(errors, "scripted: no memory (all is in use, or 'ulimit -v' or the job allows less)\n");
}

TEST_F(Measure, NothingIsMeasuredForAReportThatCannotBeWritten) {
  EXPECT_EQ(run({"--report", "/no/such/place/r.json"}), 1);
  EXPECT_EQ(errors,
            "/no/such/place/r.json: cannot create the report (No such file or directory)\n");
  EXPECT_TRUE(script.calls.empty());
}

TEST_F(Measure, NobodyIsFasterThanTheDeviceCanBe) {
  script.operations = 1e15;  // claimed, at a ceiling of 1e9 a second
  EXPECT_EQ(run(), 1);
  EXPECT_THAT(output, HasSubstr("\"valid\": false"));
  EXPECT_THAT(output, HasSubstr("faster than this device can do the declared work"));
  EXPECT_THAT(output, Not(HasSubstr("\"rates\"")));
}

TEST_F(Measure, TimeGrowsWithTheDeclaredWork) {
  script.grows = true;
  script.seconds = 0.02;
  EXPECT_EQ(run_until("\"growth\": \"as declared\""), 0);
  script.waits = true;  // what took no time has to look as if it did
  EXPECT_EQ(run_until("\"growth\": \"less\""), 1);
  EXPECT_THAT(output, HasSubstr("half the size (n 1024) takes as long"));
  script.seconds = 0.0001;  // where a launch alone may take as long
  EXPECT_EQ(run({"--max-samples", "3", "--param", "n=1024"}), 0);
}

/// A delay of that kind hides the want of work that grows with the square of n.
TEST_F(Measure, TimeThatGrowsInProportionIsToldFromWorkThatGrowsFaster) {
  script.grows = script.linear = true;
  script.seconds = 0.02;
  EXPECT_EQ(run_until("\"growth\": \"not provable\""), 0) << "far from filling the device";
  script.operations = 0.02 * 1e9 * 0.9;
  EXPECT_EQ(run_until("\"growth\": \"less\""), 1);
  EXPECT_THAT(errors, HasSubstr("half the size (n 1024) takes 0."));
  EXPECT_THAT(errors, HasSubstr(" of the time: it grows less than the declared work"));
  script.seconds = 0.005;
  script.operations = 0.005 * 1e9 * 0.9;
  EXPECT_EQ(run_until("\"growth\": \"not provable\""), 0) << "a core may be taken away as long";
  script.seconds = 0.02;
  script.operations = 0.02 * 1e9 * 0.9;
  script.linear = false;
  EXPECT_EQ(run_until("\"growth\": \"as declared\""), 0);
}

TEST_F(Measure, NobodyIsFasterInABatch) {
  script.operations = 1e15;
  EXPECT_EQ(run({"--batch", "3"}), 1);
  EXPECT_THAT(output, HasSubstr("faster than this device can do the declared work"));
}

/// As on GPUs, whose limits ask for half a second.
TEST_F(Measure, ShortRunsAreTimedInBatchesTooUntilBothMakeUpTheTimeAskedFor) {
  script.seconds = 0.001;
  Options options = parse_options(spec(), {}).options;
  options.limits.least = 5;
  options.limits.most = 20;
  options.limits.noise = 1;
  options.limits.timed = 0.1;
  const Report report = measure(spec(), options, make);
  ASSERT_TRUE(report.batched.has_value());
  const Batched& batched = *report.batched;
  double made_up = 0;
  for (const Sample& sample : report.samples) made_up += sample.kernel;
  EXPECT_EQ(report.samples.size(), 20U);
  EXPECT_LT(made_up, 0.1);
  EXPECT_GE(batched.samples.size(), 5U);
  for (const Sample& sample : batched.samples) {
    EXPECT_GE(sample.kernel, 0.001);
    EXPECT_GE(batched.runs * sample.kernel, 0.01);
    made_up += batched.runs * sample.kernel;
  }
  EXPECT_GE(made_up, 0.1);
  EXPECT_EQ(batched.ceiling.median, 1e9);
  EXPECT_THAT(headline(report), HasSubstr("of it in batches of " + std::to_string(batched.runs)));
  options.limits.timed = 0;
  EXPECT_FALSE(measure(spec(), options, make).batched.has_value());
  options.limits.timed = 0.1;
  script.operations = 0.001 * 1e9 / 2;  // half of the ceiling for a run alone
  script.lazy = true;
  const Report lazy = measure(spec(), options, make);
  EXPECT_FALSE(lazy.answer.valid);
  EXPECT_THAT(lazy.answer.problem, HasSubstr("faster than this device can do the declared work"));
  EXPECT_THAT(lazy.answer.problem, HasSubstr(" of its ceiling in batches)"));
  script.lazy = false;
  options.limits.batches = false;
  EXPECT_FALSE(measure(spec(), options, make).batched.has_value());
}

TEST_F(Measure, SomewhatFasterThanTheCeilingIsPossible) {
  EXPECT_EQ(impossible_share({"fma float32", "operations/s"}), 1.1);
  EXPECT_EQ(impossible_share({"memory copy", "bytes/s"}), 1.25);
  script.seconds = 0.01;
  script.operations = 0.01 * 1e9 * 1.09;  // of the ceiling, or less: a launch can take longer
  EXPECT_EQ(run({"--max-samples", "5"}), 0);
  EXPECT_EQ(script.ceilings, 2);
  script.operations = 0.01 * 1e9 * 100;  // beyond the ceiling even if launches take 0.9 s
  EXPECT_EQ(run({"--max-samples", "5"}), 1);
}

TEST_F(Measure, ACeilingMeasuredLowIsMeasuredAgain) {
  script.seconds = 0.01;
  script.operations = 0.01 * 1e9;
  script.busy_ceilings = 4;  // before the samples and three times after them
  EXPECT_EQ(run({"--max-samples", "5"}), 0);
  EXPECT_THAT(output, HasSubstr("\"before\": 125000000,"));
  EXPECT_THAT(output, HasSubstr("\"after\": 1000000000,"));
}

TEST_F(Measure, WhatLooksImpossibleIsSampledAgain) {
  script.seconds = 0.01;
  script.operations = 0.01 * 1e9;
  script.busy_ceilings = 9;  // before the samples, six after them, and two after others
  EXPECT_EQ(run({"--min-samples", "4", "--max-samples", "4"}), 0);
  EXPECT_EQ(script.ceilings, 10);
  EXPECT_EQ(std::count(script.calls.begin(), script.calls.end(), "check"), 2);
  std::size_t discarded = 0;
  for (std::size_t at = 0; (at = output.find("\"impossible\"", at)) != std::string::npos; ++at) {
    ++discarded;
  }
  EXPECT_EQ(discarded, 4u);
  EXPECT_THAT(output, HasSubstr("\"stop_reason\": \"count\""));
}

TEST_F(Measure, WhatIsImpossibleIsSampledThriceAtMost) {
  script.operations = 1e15;
  EXPECT_EQ(run({"--max-seconds", "0"}), 1);  // a sample at a time
  EXPECT_EQ(script.ceilings, 1 + 3 * 6);
  EXPECT_EQ(std::count(script.calls.begin(), script.calls.end(), "launch"), 1 + 3);
}

TEST_F(Measure, ADeviceErrorIsExit1AndNoReport) {
  script.throws_at_launch = true;
  EXPECT_EQ(run(), 1);
  EXPECT_EQ(errors, "scripted: launch failed (out of resources)\n");
  EXPECT_EQ(output, "");
}

TEST_F(Measure, NoDeviceIsExit77AndNoReport) {
  script.no_device = true;
  EXPECT_EQ(run(), 77);
  EXPECT_EQ(errors, "scripted: no gpu device (none is visible)\n");
  EXPECT_EQ(output, "");
}

}  // namespace
}  // namespace gpujob
