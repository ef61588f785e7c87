// SPDX-License-Identifier: MIT
#include "harness/report.h"

#include <cmath>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "harness/describe.h"
#include "harness/host.h"
#include "harness/json.h"
#include "harness/merge_parts.h"
#include "harness/report_file.h"
#include "harness/task_report.h"

namespace gpujob {
namespace {

using testing::HasSubstr;
using testing::Not;

Sample sample(double kernel) {
  Sample s;
  s.kernel = kernel;
  s.d2h = 0.25;
  s.total = kernel + 0.5;
  return s;
}

Report report() {
  Report r;
  r.workload = "w";
  r.variant = "v";
  r.backend = "cpu";
  r.precision = "float32";
  r.parameters = {{"n", "64"}, {"phase", "drawn"}};
  r.samples = {sample(2), sample(4), sample(3)};
  r.stop_reason = "count";
  r.answer.valid = true;
  r.work = {120, 30, 30, 240, 0};
  r.ceiling = Ceiling{"fma float32", "operations/s", 100, 160, 170, 240};
  return r;
}

TEST(Report, RatesAreDeclaredWorkOverTheMedian) {
  const std::string json = to_json(report());
  EXPECT_THAT(json, HasSubstr("\"seconds\": 3,"));
  EXPECT_THAT(json, HasSubstr("\"points_per_second\": 40,"));
  EXPECT_THAT(json, HasSubstr("\"operations_per_second\": 80,"));
  EXPECT_THAT(json, HasSubstr("\"bytes_per_second\": 20\n"));
  EXPECT_THAT(json, HasSubstr("\"fraction\": 0.5,"));
}

TEST(Report, AWrongAnswerHasNoRatesAndNoFraction) {
  Report wrong = report();
  wrong.answer.valid = false;
  wrong.answer.problem = "row 3 is off by 0.5";
  const std::string json = to_json(wrong);
  EXPECT_THAT(json, HasSubstr("\"valid\": false"));
  EXPECT_THAT(json, HasSubstr("\"problem\": \"row 3 is off by 0.5\""));
  EXPECT_THAT(json, Not(HasSubstr("rates")));
  EXPECT_THAT(json, Not(HasSubstr("per_second")));
  EXPECT_THAT(json, Not(HasSubstr("fraction\"")));
  EXPECT_EQ(headline(wrong), "w v (class P) cpu float32: WRONG ANSWER, row 3 is off by 0.5");
}

TEST(Report, LessWorkDoesNotShowInTheMicrosecondsThatAnyLaunchTakes) {
  Report r = report();
  r.batched = Batched{8, {sample(1), sample(3)}, {1e12, 1e12}};
  for (const auto& [counted, shows] : {std::pair{1.9e6, false}, std::pair{2.1e6, true}}) {
    r.ceiling = Ceiling{"fma float32", "operations/s", 1e12, 1e12, 1e12, counted};
    EXPECT_EQ(is_provable(r), shows);
    EXPECT_EQ(is_provable_in_batches(r), shows);
  }
}

TEST(Report, BatchesStandBesideIsolatedSamplesEachWithShareOfMedianAndOfBest) {
  Report r = report();
  r.ceiling->what = "memory copy";
  r.batched = Batched{8, {sample(1), sample(3), sample(2)}, {200, 300}};
  const std::string json = to_json(r);
  EXPECT_THAT(json, HasSubstr("\"fraction\": 0.5,"));
  EXPECT_THAT(json, HasSubstr("\"best_fraction\": " + number_text(240 / 2.0 / 170)));
  EXPECT_THAT(json, HasSubstr("\"batched\": {\n"
                              "    \"runs\": 8,\n"
                              "    \"kernel\": [1, 3, 2],\n"
                              "    \"seconds\": 2,\n"
                              "    \"ceiling\": 200,\n"
                              "    \"best_ceiling\": 300,\n"
                              "    \"provable\": true,\n"
                              "    \"fraction\": 0.6,\n"
                              "    \"best_fraction\": 0.8\n"
                              "  },"));
  EXPECT_THAT(headline(r), HasSubstr(", 0.5 of memory copy, 2 s and 0.6 of it in batches of 8"));
  r.answer.valid = false;
  EXPECT_THAT(to_json(r), Not(HasSubstr("batched")));
}

TEST(Report, BatchesOfSeveralTasksAreOnes) {
  Report r = report();
  r.tasks = {2, 0, 0};
  r.batched = Batched{8, {sample(1), sample(3)}, {200, 300}};
  Report whole = read_task_report(to_json(r), "the first");
  r.batched = Batched{7, {sample(2), sample(2), sample(9)}, {100, 100}};
  EXPECT_TRUE(merge_into(whole, read_task_report(to_json(r), "the second")));
  ASSERT_TRUE(whole.batched.has_value());
  EXPECT_EQ(whole.batched->runs, 7);
  ASSERT_EQ(whole.batched->samples.size(), 2U);
  EXPECT_EQ(whole.batched->samples[0].kernel, 2);
  EXPECT_EQ(whole.batched->samples[1].kernel, 3);
  EXPECT_EQ(whole.batched->ceiling.median, 300);
  EXPECT_EQ(whole.batched->ceiling.best, 400);
  r.batched.reset();
  EXPECT_TRUE(merge_into(whole, read_task_report(to_json(r), "one without")));
  EXPECT_FALSE(whole.batched.has_value());
}

TEST(Report, NoSamplesNoRates) {
  Report empty = report();
  empty.samples.clear();
  EXPECT_THAT(to_json(empty), Not(HasSubstr("rates")));
  EXPECT_EQ(fraction(empty), 0);
}

TEST(Report, AMissingPhaseIsAnEmptyList) {
  const std::string json = to_json(report());
  EXPECT_THAT(json, HasSubstr("\"h2d\": [],"));
  EXPECT_THAT(json, HasSubstr("\"kernel\": [2, 4, 3],"));
  EXPECT_THAT(json, HasSubstr("\"d2h\": [0.25, 0.25, 0.25],"));
}

TEST(Report, NumbersThatAreNoneAreNull) {
  Report r = report();
  r.answer.error = std::nan("");
  r.answer.worst.error = INFINITY;
  const std::string json = to_json(r);
  EXPECT_THAT(json, Not(HasSubstr("nan")));
  EXPECT_THAT(json, Not(HasSubstr("inf")));
}

TEST(Report, HeadlineIsOneLine) {
  EXPECT_EQ(headline(report()),
            "w v (class P) cpu float32: 3 s, 40 points/s, 3 samples (count), error 0, 0.5 of fma "
            "float32");
}

TEST(Report, DriftAndThrottledSamplesAreTold) {
  Report r = report();
  r.samples = {sample(2), sample(2), sample(9), sample(2), sample(2.125), sample(2.125)};
  r.samples[1].throttled = true;
  r.batched = Batched{8, {sample(1), sample(3)}, {200, 300}};
  for (Sample& one : r.batched->samples) one.throttled = true;
  const std::string json = to_json(r);
  EXPECT_THAT(json, HasSubstr("\"drift\": 0.0625,"));
  EXPECT_THAT(json, HasSubstr("\"throttled\": 1,"));
  EXPECT_THAT(json, HasSubstr("\"throttled\": 2,"));
  EXPECT_THAT(headline(r), HasSubstr(", DRIFT of 6.25 %, THROTTLED in 1, "));
  EXPECT_THAT(headline(r), HasSubstr(" in batches of 8, THROTTLED in 2"));
  r.samples[4] = r.samples[5] = sample(2.03125);
  EXPECT_THAT(headline(r), Not(HasSubstr("DRIFT")));
}

TEST(Number, ComesBackExactly) {
  for (const double value : {0.1, 1e300, 1.0 / 3, 4294967295.0, 12345678.0, -2.5e-7}) {
    EXPECT_EQ(std::strtod(number_text(value).c_str(), nullptr), value);
  }
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(1048576000000), "1048576000000");
  EXPECT_EQ(number_text(1e18), "1e+18");
  EXPECT_EQ(number_text(NAN), "null");
}

TEST(Json, QuotesWhatNeedsIt) {
  Json json;
  json.begin();
  json.put("a\"b", "line\nfeed\\");
  json.put("list", std::vector<std::string>{"x", "y"});
  json.put_or_null("none", "");
  json.begin("empty");
  json.end();
  json.end();
  EXPECT_EQ(json.text(),
            "{\n  \"a\\\"b\": \"line\\u000afeed\\\\\",\n  \"list\": [\"x\", \"y\"],\n"
            "  \"none\": null,\n  \"empty\": {}\n}\n");
}

class WriteFile : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/gpujob-report-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    unlink((folder_ + "/r.json").c_str());
    EXPECT_EQ(rmdir(folder_.c_str()), 0) << "something was left behind";
  }
  std::string folder_;
};

TEST_F(WriteFile, LeavesTheWholeTextAndNothingElse) {
  const std::string path = folder_ + "/r.json";
  EXPECT_EQ(write_file(path, "first"), "");
  EXPECT_EQ(write_file(path, "second"), "");
  std::stringstream read;
  read << std::ifstream(path).rdbuf();
  EXPECT_EQ(read.str(), "second");
  struct stat facts {};
  ASSERT_EQ(stat(path.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777u, 0600u);
}

TEST_F(WriteFile, SaysWhatWentWrong) {
  EXPECT_EQ(write_file(folder_ + "/no/r.json", "x"),
            folder_ + "/no/r.json: cannot create the report (No such file or directory)");
  ASSERT_EQ(mkdir((folder_ + "/r.json").c_str(), 0700), 0);
  EXPECT_EQ(write_file(folder_ + "/r.json", "x"),
            folder_ + "/r.json: cannot rename the report (Is a directory)");
  rmdir((folder_ + "/r.json").c_str());
}

TEST_F(WriteFile, APipeIsWrittenToAndStaysOne) {
  const std::string path = folder_ + "/r.json";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const int reader = open(path.c_str(), O_RDWR | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  EXPECT_EQ(cannot_write(path), "");
  EXPECT_EQ(write_file(path, "text"), "");
  char text[8] = {};
  EXPECT_EQ(read(reader, text, sizeof text), 4);
  EXPECT_STREQ(text, "text");
  close(reader);
}

TEST_F(WriteFile, SaysBeforehandWhereNoneCanBeWritten) {
  EXPECT_EQ(cannot_write(folder_ + "/r.json"), "");
  EXPECT_EQ(cannot_write(folder_ + "/no/r.json"),
            folder_ + "/no/r.json: cannot create the report (No such file or directory)");
}

TEST(ExpandNodes, WritesSlurmsShortFormOut) {
  using Nodes = std::vector<std::string>;
  EXPECT_EQ(expand_nodes(""), Nodes{});
  EXPECT_EQ(expand_nodes("n1"), Nodes{"n1"});
  EXPECT_EQ(expand_nodes("b-cn[08-10,12],x"), (Nodes{"b-cn08", "b-cn09", "b-cn10", "b-cn12", "x"}));
  EXPECT_EQ(expand_nodes("r[1-2]n[3,5]-g"), (Nodes{"r1n3-g", "r1n5-g", "r2n3-g", "r2n5-g"}));
  EXPECT_EQ(expand_nodes("broken[1-"), Nodes{"broken[1-"});
}

TEST(RunFacts, ComeFromTheEnvironment) {
  setenv("GPUJOB_RUN_ID", "01JD", 1);
  setenv("GPUJOB_LAUNCH", "3", 1);
  setenv("GPUJOB_STAND_IN_FOR", "cuda", 1);
  setenv("SLURM_JOB_ID", "77", 1);
  setenv("SLURM_JOB_NODELIST", "n[1-2]", 1);
  const RunFacts run = read_run_facts();
  for (const char* name : {"GPUJOB_RUN_ID", "GPUJOB_LAUNCH", "GPUJOB_STAND_IN_FOR", "SLURM_JOB_ID",
                           "SLURM_JOB_NODELIST"}) {
    unsetenv(name);
  }
  EXPECT_EQ(run.id, "01JD");
  EXPECT_EQ(run.launch, 3);
  EXPECT_EQ(run.stand_in_for, "cuda");
  EXPECT_EQ(run.executor, "slurm");
  EXPECT_EQ(run.nodes, (std::vector<std::string>{"n1", "n2"}));
  EXPECT_EQ(read_run_facts().executor, "local");
  EXPECT_EQ(read_run_facts().launch, 1);
}

TEST(Describe, SaysWhatTheProgramCanDo) {
  Spec spec;
  spec.name = "w";
  spec.variants = {{"fast", 'R'}};
  spec.default_variant = "fast";
  spec.precisions = {"float32"};
  spec.default_precision = "float32";
  spec.parameters = {{"n", Kind::Integer, "8", 1, 9, ""}};
  const std::string json = describe_program(spec);
  EXPECT_THAT(json, HasSubstr("\"schema\": \"gpujob/describe/v1\""));
  EXPECT_THAT(json, HasSubstr("\"backend\": \"cpu\""));
  EXPECT_THAT(json, HasSubstr("\"class\": \"R\""));
  EXPECT_THAT(json, HasSubstr("\"default\": 8,"));
}

}  // namespace
}  // namespace gpujob
