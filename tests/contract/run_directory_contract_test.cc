// SPDX-License-Identifier: MIT
// A run directory on a real disk, from its making to its reports: the script is the one that
// gpujob renders, bash runs it, and the faked Slurm of tests/fake_slurm stands in for a center's.
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "render/render.h"
#include "run/collect.h"
#include "run/index.h"
#include "run/submit.h"
#include "run/watch.h"
#include "support/temporary_directory.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

using testing::ElementsAre;

TemplateSet templates() {
  TemplateSet set;
  for (const std::string name :
       {"job.sh", "build.sh", "run.sh", "modules.sh", "venv.sh", "spack.sh", "conda.sh",
        "variables.sh", "build_step.sh", "launch.sh", "payload.sh", "restart_output.sh",
        "linked_output.sh", "array_task.sh", "array.sh", "run_task.sh"}) {
    set[name] = value_or_fail(read_template("templates/" + name, read_source("templates/" + name)));
  }
  return set;
}

/// A program of the workload: writes the schema's example as the report of this run and launch.
std::string program_text() {
  return "#!/bin/sh\n"
         "while [ \"$1\" != --report ]; do shift; done\n"
         "sed -e \"s/01JD7M3ZK8Q4V5W6X7Y8Z9ABCD/$GPUJOB_RUN_ID/\" \\\n"
         "  -e \"s/\\\"launch\\\": 1,/\\\"launch\\\": $GPUJOB_LAUNCH,/\" \\\n"
         "  '" GPUJOB_SOURCE_DIR
         "/profiles/schema/report.example.json' >\"$2.part\"\n"
         "mv \"$2.part\" \"$2\"\n"
         "echo \"launch $GPUJOB_LAUNCH\"\n";
}

class RunDirectoryOnDisk : public testing::Test {
 protected:
  RunDirectoryOnDisk() {
    const std::string path = GPUJOB_SOURCE_DIR "/tests/fake_slurm";
    ::setenv("PATH", (path + ":/usr/bin:/bin").c_str(), 1);
    ::setenv("FAKE_SLURM_DIR", directory_.path("slurm").c_str(), 1);
    ::setenv("FAKE_SLURM_RUN", "1", 1);
    ::setenv("GPUJOB_HOME", directory_.path("home").c_str(), 1);
    ::unsetenv("GPUJOB_LIBEXEC");
    ::umask(022);
    install(program_text());
  }

  void install(const std::string& text) {
    ASSERT_EQ(::chmod(directory_.put("libexec/integrate2d.cuda", text).c_str(), 0755), 0);
  }

  static Endpoint fake_slurm() {
    Endpoint endpoint;
    endpoint.sbatch = GPUJOB_SOURCE_DIR "/tests/fake_slurm/sbatch";
    return endpoint;
  }

  RunRecord create(const Endpoint& endpoint, int launches = 1) {
    const std::string id = make_ulid(world_);
    Resolution resolution = sample_resolution(id, store_.directory());
    JobPlan& plan = resolution.plan;
    workload_of(plan)->launches = launches;
    plan.time = time_;
    workload_of(plan)->libexec = directory_.path("libexec");
    plan.sbatch_arguments = {};
    workload_of(plan)->arguments = {"--variant", "poly"};
    plan.environment = {{"GPUJOB_RUN_ID", id}};
    plan.polling_floor_seconds = 0;
    if (endpoint.kind == EndpointKind::Slurm) {
      plan.options = {{"job-name", plan.job_name},
                      {"output", plan.run_directory + "/job.%j.0.out"},
                      {"error", plan.run_directory + "/job.%j.0.err"}};
      if (!array_.empty()) plan.options = {{"job-name", plan.job_name}, {"array", array_}};
      workload_of(plan)->launcher = {"srun"};
    } else {
      plan.executor = Executor::Local;
    }
    const Result<JobScript> script = render_job(plan, templates(), "0.1.0");
    EXPECT_TRUE(is_ok(script));
    EXPECT_TRUE(is_ok(store_.create(resolution, endpoint, script ? script->text : "", "")));
    return value_or_fail(store_.load(id));
  }

  RunRecord run_to_end(const Endpoint& endpoint, int launches = 1) {
    const RunRecord created = create(endpoint, launches);
    Result<RunRecord> sent = submit_run(world_, store_, created.id);
    EXPECT_TRUE(is_ok(sent));
    return sent ? to_its_end(*std::move(sent)) : created;
  }

  RunRecord to_its_end(RunRecord sent) {
    std::vector<RunRecord> runs{std::move(sent)};
    EXPECT_TRUE(is_ok(wait_for(world_, store_, runs, Seconds(30),
                               {[](const RunRecord&) {}, [](const Diagnostic&) {}})));
    return runs[0];
  }

  static unsigned mode_of(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 0777u : 0;
  }

  std::string text_of(const RunRecord& run, const std::string& file) {
    return value_or_fail(world_.read_file(join_path(run.directory, file)));
  }

  Seconds time_{600};
  std::string array_;
  TemporaryDirectory directory_;
  World& world_ = system_world();
  RunStore store_{world_, directory_.path("home/data/runs")};
};

TEST_F(RunDirectoryOnDisk, ALocalRunLeavesExactlyTheseFiles) {
  const RunRecord run = run_to_end(local_endpoint(), 2);
  EXPECT_EQ(run.state, RunState::Done) << run.detail;
  EXPECT_THAT(value_or_fail(world_.list(run.directory)),
              ElementsAre("attempt-1", "claim", "end.local.0.json", "environment.local.0.txt",
                          "job.local.0.err", "job.local.0.out", "job.sh", "plan.json",
                          "report-1.json", "report-2.json", "state.json"));
  EXPECT_EQ(text_of(run, "job.local.0.out"), "launch 1\nlaunch 2\n");
  EXPECT_EQ(text_of(run, "job.local.0.err"), "");
}

TEST_F(RunDirectoryOnDisk, ASlurmRunLeavesTheSameUnderItsJobId) {
  const RunRecord run = run_to_end(fake_slurm());
  EXPECT_EQ(run.state, RunState::Done) << run.detail;
  ASSERT_TRUE(run.job);
  EXPECT_EQ(run.job->job_id, "4711");
  EXPECT_THAT(value_or_fail(world_.list(run.directory)),
              ElementsAre("attempt-1", "claim", "end.4711.0.json", "environment.4711.0.txt",
                          "job.4711.0.err", "job.4711.0.out", "job.sh", "plan.json",
                          "report-1.json", "state.json"));
  EXPECT_EQ(text_of(run, "job.4711.0.out"), "launch 1\n");
}

TEST_F(RunDirectoryOnDisk, AnArrayLeavesTheSameInADirectoryOfEachTask) {
  install(program_text() + "[ $SLURM_ARRAY_TASK_ID != 1 ] || exit 3\n");
  array_ = "0-2";
  const RunRecord run = run_to_end(fake_slurm());
  EXPECT_EQ(run.state, RunState::Failed);
  EXPECT_EQ(run.detail, "2 done; 1 failed: 1");
  EXPECT_THAT(
      value_or_fail(world_.list(run.directory)),
      ElementsAre("attempt-1", "job.sh", "plan.json", "state.json", "task-0", "task-1", "task-2"));
  EXPECT_THAT(value_or_fail(world_.list(join_path(run.directory, "task-2"))),
              ElementsAre("claim", "end.4711_2.0.json", "environment.4711_2.0.txt",
                          "job.4711_2.0.err", "job.4711_2.0.out", "report-1.json"));
  EXPECT_EQ(text_of(run, "task-2/job.4711_2.0.out"), "launch 1\n");
}

// As Slurm would: TERM at the limit, so that the job can still write its end.
TEST_F(RunDirectoryOnDisk, ALocalRunOverItsTimeLimitIsEnded) {
  install("#!/bin/sh\nexec sleep 300\n");
  time_ = Seconds(1);
  const RunRecord run = run_to_end(local_endpoint());
  EXPECT_EQ(run.state, RunState::Failed);
  EXPECT_EQ(run.detail, "TIMEOUT: it ran into its time limit; ask for more");
  EXPECT_EQ(world_.kind(join_path(run.directory, "end.local.0.json")), FileKind::File);
  ASSERT_TRUE(run.job);
  EXPECT_FALSE(world_.alive(run.job->process));
}

TEST_F(RunDirectoryOnDisk, IsPrivate) {
  const RunRecord run = run_to_end(local_endpoint());
  for (const std::string& below : {std::string(), std::string("attempt-1")}) {
    const std::string parent = join_path(run.directory, below);
    EXPECT_EQ(mode_of(parent), 0700u) << parent;
    for (const std::string& name : value_or_fail(world_.list(parent))) {
      const std::string path = join_path(parent, name);
      if (world_.kind(path) == FileKind::Directory) continue;
      EXPECT_EQ(mode_of(path), 0600u) << path;
    }
  }
}

TEST_F(RunDirectoryOnDisk, WhatWasWrittenStaysAsItIs) {
  const RunRecord run = run_to_end(local_endpoint());
  std::map<std::string, std::string> before;
  for (const std::string& name :
       {std::string("plan.json"), std::string("job.sh"), std::string("attempt-1/intent.json"),
        std::string("attempt-1/answer.json")}) {
    before[name] = text_of(run, name);
    EXPECT_FALSE(world_.create_file(join_path(run.directory, name), "other", FileMode::Private));
  }
  EXPECT_FALSE(store_.create(sample_resolution(run.id, store_.directory()), fake_slurm(), "x", ""));
  EXPECT_FALSE(submit_run(world_, store_, run.id));
  std::vector<RunRecord> runs{run};
  refresh(world_, store_, runs);
  for (const auto& [name, text] : before) EXPECT_EQ(text_of(run, name), text) << name;
}

TEST_F(RunDirectoryOnDisk, ReportsAreCollectedAgainstTheEndMarker) {
  const RunRecord run = run_to_end(fake_slurm(), 3);
  const Result<Collected> all = collect(world_, run);
  ASSERT_TRUE(is_ok(all));
  EXPECT_TRUE(all->problems.empty());
  ASSERT_EQ(all->reports.size(), 3u);
  EXPECT_EQ(all->reports[2].launch, 3);
  const std::string path = join_path(run.directory, "report-2.json");
  ASSERT_TRUE(
      is_ok(world_.write_file(path, text_of(run, "report-2.json") + " ", FileMode::Private)));
  const Result<Collected> less = collect(world_, run);
  ASSERT_TRUE(is_ok(less));
  EXPECT_EQ(less->reports.size(), 2u);
  EXPECT_EQ(less->problems.size(), 1u);
}

TEST_F(RunDirectoryOnDisk, TheLastLookAndTheIndexMayBeDeleted) {
  const RunRecord run = run_to_end(fake_slurm());
  {
    Result<RunIndex> index = RunIndex::open(world_, store_);
    ASSERT_TRUE(is_ok(index));
    ASSERT_TRUE(is_ok(index->put(run, value_or_fail(collect(world_, run)))));
  }
  ASSERT_TRUE(is_ok(world_.remove_file(join_path(run.directory, "state.json"))));
  ASSERT_TRUE(is_ok(world_.remove_file(directory_.path("home/cache/runs.sqlite"))));
  std::vector<RunRecord> runs{value_or_fail(store_.load(run.id))};
  EXPECT_EQ(runs[0].state, RunState::Pending);
  EXPECT_TRUE(refresh(world_, store_, runs).empty());
  EXPECT_EQ(runs[0].state, RunState::Done);
  Result<RunIndex> again = RunIndex::open(world_, store_);
  ASSERT_TRUE(is_ok(again));
  const Result<std::vector<RunRow>> rows = again->find({});
  ASSERT_TRUE(is_ok(rows));
  ASSERT_EQ(rows->size(), 1u);
  EXPECT_EQ((*rows)[0].state, "done");
  EXPECT_EQ((*rows)[0].median_seconds, 0.00203);
}

TEST_F(RunDirectoryOnDisk, AFailedProgramIsAFailedRunWithItsStatus) {
  install("#!/bin/sh\necho 'no device here' >&2\nexit 77\n");
  for (const Endpoint& endpoint : {local_endpoint(), fake_slurm()}) {
    const RunRecord run = run_to_end(endpoint);
    EXPECT_EQ(run.state, RunState::Failed);
    EXPECT_EQ(run.detail, "exit status 77: the program found no device");
    ASSERT_TRUE(run.job);
    EXPECT_THAT(text_of(run, "job." + run.job->job_id + ".0.err"),
                testing::StartsWith("no device here\n"));
  }
}

TEST_F(RunDirectoryOnDisk, ACancelledRunIsCancelledAndItsProgramGone) {
  install("#!/bin/sh\ncd \"$FAKE_SLURM_DIR\"\necho $$ >pid && mv pid program.pid\nexec sleep 60\n");
  ASSERT_TRUE(is_ok(world_.make_directory(directory_.path("slurm"))));
  for (const Endpoint& endpoint : {local_endpoint(), fake_slurm()}) {
    const RunRecord run = create(endpoint);
    ASSERT_TRUE(is_ok(submit_run(world_, store_, run.id)));
    const std::string pid_file = directory_.path("slurm/program.pid");
    for (int i = 0; i < 500 && world_.kind(pid_file) == FileKind::Absent; ++i) {
      world_.sleep(Milliseconds{10});
    }
    const std::string pid(trim(value_or_fail(world_.read_file(pid_file))));
    ASSERT_TRUE(is_ok(world_.remove_file(pid_file)));
    const Result<RunRecord> ended = cancel_run(world_, store_, run.id);
    ASSERT_TRUE(is_ok(ended));
    EXPECT_EQ(ended->state, RunState::Cancelled) << ended->detail;
    for (int i = 0; i < 500 && world_.kind("/proc/" + pid) != FileKind::Absent; ++i) {
      world_.sleep(Milliseconds{10});
    }
    EXPECT_EQ(world_.kind("/proc/" + pid), FileKind::Absent) << "the program lives on";
  }
}

TEST_F(RunDirectoryOnDisk, ATimedOutSubmissionIsFoundByNameAndRunsOnce) {
  ::setenv("FAKE_SBATCH", "timeout", 1);
  const RunRecord run = run_to_end(fake_slurm());
  ::unsetenv("FAKE_SBATCH");
  EXPECT_EQ(run.state, RunState::Done) << run.detail;
  // The queue told the job's id before it started, or the job's own claim did.
  ASSERT_TRUE(run.job);
  EXPECT_EQ(run.job->job_id, "4711");
  EXPECT_TRUE(world_.kind(join_path(run.directory, "attempt-1/found.json")) == FileKind::File ||
              world_.kind(join_path(run.directory, "claim")) == FileKind::File);
  const std::string calls = value_or_fail(world_.read_file(directory_.path("slurm/calls")));
  std::size_t submissions = 0;
  for (const std::string_view line : lines(calls))
    submissions += line.starts_with("sbatch") ? 1u : 0u;
  EXPECT_EQ(submissions, 1u);
}

// A wrapper of sbatch sends twice and tells of one job only: the claim lets one of them work.
TEST_F(RunDirectoryOnDisk, OfTwoCopiesOfAJobOneWorks) {
  ::setenv("FAKE_SBATCH", "twice", 1);
  Result<RunRecord> sent = submit_run(world_, store_, create(fake_slurm()).id);
  ::unsetenv("FAKE_SBATCH");
  ASSERT_TRUE(is_ok(sent));
  // Both end before they are looked at: a copy that is seen alive is cancelled.
  for (const char* job : {"4711", "4712"}) {
    const std::string state = directory_.path(format("slurm/jobs/{}/state", job));
    for (int i = 0; i < 1000 && world_.read_file(state).value_or("") != "COMPLETED"; ++i) {
      world_.sleep(Milliseconds{10});
    }
    EXPECT_EQ(value_or_fail(world_.read_file(state)), "COMPLETED") << "a copy ends with status 0";
  }
  const RunRecord run = to_its_end(*std::move(sent));
  EXPECT_EQ(run.state, RunState::Done) << run.detail;
  ASSERT_TRUE(run.job);
  const std::string copy = run.job->job_id == "4711" ? "4712" : "4711";
  EXPECT_EQ(text_of(run, "job." + copy + ".0.out"), "");
  EXPECT_THAT(text_of(run, "job." + copy + ".0.err"),
              testing::StartsWith("gpujob: job " + copy + " is a copy and ends: run " + run.id +
                                  " was claimed by {\"schema\": \"gpujob/claim/v1\", \"cluster\": "
                                  "\"fake\", \"job_id\": \"" +
                                  run.job->job_id + "\""));
  EXPECT_THAT(value_or_fail(world_.list(run.directory)),
              testing::Not(testing::Contains("end." + copy + ".0.json")));
  EXPECT_EQ(value_or_fail(collect(world_, run)).reports.size(), 1u);
}

}  // namespace
}  // namespace gpujob
