// SPDX-License-Identifier: MIT
// The faked commands of tests/fake_slurm, asked by the code that asks the real ones: what the
// transcripts rest on.
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "slurm/accounting.h"
#include "slurm/find_slurm.h"
#include "slurm/job_state.h"
#include "slurm/queue.h"
#include "slurm/sbatch.h"
#include "slurm/scancel.h"
#include "support/messages.h"
#include "support/temporary_directory.h"

namespace gpujob {
namespace {

constexpr const char* kModes[] = {"FAKE_SLURM", "FAKE_SBATCH",  "FAKE_SQUEUE",
                                  "FAKE_SACCT", "FAKE_SCANCEL", "FAKE_SLURM_RUN"};

class FakeSlurm : public testing::Test {
 protected:
  FakeSlurm() {
    const std::string path = std::string(GPUJOB_SOURCE_DIR) + "/tests/fake_slurm";
    ::setenv("PATH", (path + ":/usr/bin:/bin").c_str(), 1);
    ::setenv("FAKE_SLURM_DIR", directory_.path().c_str(), 1);
    for (const char* mode : kModes) ::unsetenv(mode);
    endpoint_.sbatch = path + "/sbatch";
  }

  ~FakeSlurm() override {
    ::setenv("PATH", old_path_.c_str(), 1);
    for (const char* mode : kModes) ::unsetenv(mode);
  }

  static void set(const char* mode, const std::string& value) { ::setenv(mode, value.c_str(), 1); }

  SbatchVerdict submit(const std::string& body = "true\n") {
    const std::string script =
        "#!/bin/sh\n#SBATCH --job-name=gj-x-01\n#SBATCH --output=" + directory_.path("job.%j.out") +
        "\n" + body;
    const Result<ProcessAnswer> answer =
        call_sbatch(world_, endpoint_, sbatch_arguments(endpoint_, {}), script, directory_.path());
    EXPECT_TRUE(is_ok(answer));
    return answer ? classify_sbatch(*answer) : SbatchVerdict{};
  }

  /// The queue's only row.
  JobRow queued() {
    const Result<std::vector<JobRow>> rows = list_queue(world_, endpoint_);
    EXPECT_TRUE(is_ok(rows));
    if (!rows || rows->size() != 1) return {};
    return rows->front();
  }

  JobRow wait_for_end() {
    for (int i = 0; i < 200; ++i) {
      const JobRow row = queued();
      if (meaning_of(row.state).phase >= Phase::Done) return row;
      world_.sleep(Milliseconds{20});
    }
    return {};
  }

  std::string old_path_ = std::getenv("PATH");
  TemporaryDirectory directory_;
  World& world_ = system_world();
  Endpoint endpoint_;
};

using Kind = SbatchVerdict::Kind;

TEST_F(FakeSlurm, IsFoundReady) {
  const SlurmHere here = find_slurm(world_);
  EXPECT_EQ(here.presence, SlurmPresence::Ready);
  EXPECT_EQ(here.cluster_name, "fake");
  EXPECT_EQ(here.endpoint.sbatch, endpoint_.sbatch);
  set("FAKE_SLURM", "silent");
  EXPECT_EQ(find_slurm(world_).presence, SlurmPresence::Silent);
  set("FAKE_SLURM", "noconf");
  EXPECT_EQ(find_slurm(world_).presence, SlurmPresence::Absent);
}

TEST_F(FakeSlurm, AcceptsInEveryShape) {
  for (const char* mode : {"accept", "banner", "cluster", "warn"}) {
    set("FAKE_SBATCH", mode);
    const SbatchVerdict verdict = submit();
    EXPECT_EQ(verdict.kind, Kind::Accepted) << mode;
    EXPECT_EQ(verdict.cluster, std::string(mode) == "cluster" ? "fake" : "") << mode;
  }
}

TEST_F(FakeSlurm, RefusesAndLeavesUnknownLikeSlurm) {
  set("FAKE_SBATCH", "refuse:Invalid qos specification");
  EXPECT_EQ(submit().kind, Kind::Refused);
  set("FAKE_SBATCH", "client:Batch script is empty!");
  EXPECT_EQ(submit().kind, Kind::Refused);
  set("FAKE_SBATCH", "lost");
  EXPECT_EQ(submit().kind, Kind::Unknown);
  EXPECT_TRUE(list_queue(world_, endpoint_)->empty());
  for (const char* mode : {"timeout", "mute"}) {
    set("FAKE_SBATCH", mode);
    EXPECT_EQ(submit().kind, Kind::Unknown) << mode;
  }
  EXPECT_EQ(list_queue(world_, endpoint_)->size(), 2u);
}

TEST_F(FakeSlurm, RunsAScriptToItsEnd) {
  set("FAKE_SLURM_RUN", "1");
  const SbatchVerdict verdict = submit("echo \"$SLURM_JOB_ID on $SLURM_CLUSTER_NAME\"\nexit 3\n");
  const JobRow row = wait_for_end();
  EXPECT_EQ(row.state, "FAILED");
  EXPECT_EQ(row.name, "gj-x-01");
  EXPECT_EQ(row.nodes, "fake1");
  EXPECT_EQ(*world_.read_file(directory_.path("job." + verdict.job_id + ".out")),
            verdict.job_id + " on fake\n");
  const auto accounted = list_accounting(world_, endpoint_, {verdict.job_id});
  ASSERT_TRUE(is_ok(accounted));
  ASSERT_EQ((*accounted)->size(), 1u);
  EXPECT_EQ((*accounted)->front().exit, "3:0");
}

TEST_F(FakeSlurm, SaysWhyAnOutputCannotBeOpened) {
  set("FAKE_SLURM_RUN", "1");
  const Result<ProcessAnswer> answer =
      call_sbatch(world_, endpoint_, sbatch_arguments(endpoint_, {}),
                  "#!/bin/sh\n#SBATCH --output=/nowhere/x\ntrue\n", directory_.path());
  ASSERT_TRUE(is_ok(answer));
  EXPECT_EQ(wait_for_end().state, "FAILED");
  const auto rows = list_accounting(world_, endpoint_, {classify_sbatch(*answer).job_id});
  EXPECT_EQ((*rows)->front().exit, "0:53");
}

TEST_F(FakeSlurm, CancelsTheJobOfThisNameOnly) {
  set("FAKE_SLURM_RUN", "1");
  const SbatchVerdict verdict = submit("sleep 30\n");
  EXPECT_TRUE(is_ok(cancel_jobs(world_, endpoint_, {verdict.job_id}, "gj-other")));
  EXPECT_NE(meaning_of(queued().state).name, "CANCELLED");
  EXPECT_TRUE(is_ok(cancel_jobs(world_, endpoint_, {verdict.job_id}, "gj-x-01")));
  EXPECT_EQ(meaning_of(queued().state).name, "CANCELLED");
  // Slurm complains of a job that has ended; that does not count as a failure.
  EXPECT_TRUE(is_ok(cancel_jobs(world_, endpoint_, {verdict.job_id}, "gj-x-01")));
}

TEST_F(FakeSlurm, CanFailToAnswer) {
  submit();
  set("FAKE_SQUEUE", "down");
  EXPECT_EQ(list_queue(world_, endpoint_).failure().exit, ExitCode::Unknown);
  set("FAKE_SACCT", "down");
  EXPECT_EQ(list_accounting(world_, endpoint_, {"4711"}).failure().exit, ExitCode::Unknown);
  set("FAKE_SACCT", "disabled");
  EXPECT_FALSE(list_accounting(world_, endpoint_, {"4711"})->has_value());
  set("FAKE_SACCT", "late");
  EXPECT_TRUE((*list_accounting(world_, endpoint_, {"4711"}))->empty());
  set("FAKE_SCANCEL", "denied");
  EXPECT_EQ(cancel_jobs(world_, endpoint_, {"4711"}, "gj-x-01").failure().exit,
            ExitCode::Scheduler);
}

}  // namespace
}  // namespace gpujob
