// SPDX-License-Identifier: MIT
#include "run/run_directory.h"

#include <cerrno>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/ulid.h"
#include "run/attempt.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

using testing::ElementsAre;

class RunDirectory : public RunFixture {};

TEST_F(RunDirectory, HoldsPlanAndScriptsPrivately) {
  const std::string id = make_ulid(world);
  ASSERT_TRUE(is_ok(
      store.create(sample_resolution(id), slurm_endpoint(), "#!/bin/bash\ntrue\n", "#!/bin/sh\n")));
  EXPECT_THAT(*world.list(store.path_of(id)), ElementsAre("build.sh", "job.sh", "plan.json"));
  EXPECT_EQ(world.text_of(path(id, "job.sh")), "#!/bin/bash\ntrue\n");
  for (const FakeWorld::Write& write : world.writes) EXPECT_EQ(write.mode, FileMode::Private);
  // Without its last file it is not a run: a crash in between leaves nothing that looks like one.
  EXPECT_EQ(world.writes.back().path, path(id, "plan.json"));
}

TEST_F(RunDirectory, PlanAndEndpointComeBack) {
  Endpoint endpoint = slurm_endpoint();
  endpoint.slurm_conf = "/etc/slurm.conf";
  endpoint.added = {{"GPUJOB_LIBEXEC", "/x y"}};
  const std::string id = create(endpoint);
  const RunRecord run = load(id);
  EXPECT_EQ(run.plan, sample_resolution(id).plan);
  endpoint.polling_floor = Seconds(60);  // the plan's: what the center asks for
  EXPECT_EQ(run.endpoint, endpoint);
  EXPECT_EQ(run.profile, (ProfileVersion{"1f3a09bc27de", "2026-11-21"}));
  EXPECT_EQ(run.state, RunState::Intended);
  EXPECT_EQ(run.submitted, "");
  EXPECT_FALSE(run.job.has_value());
}

TEST_F(RunDirectory, ARunOfBeforeRecordedNoProfile) {
  const std::string id = create();
  Json document = *parse_json(world.text_of(path(id, "plan.json")), "plan.json");
  document.erase("profile");
  world.put(path(id, "plan.json"), dump_json(document));
  EXPECT_EQ(load(id).profile, ProfileVersion{});
}

TEST_F(RunDirectory, TheAccountOfAJobComesBack) {
  const std::string id = create();
  RunRecord run = load(id);
  run.job = RunJob{"4711", "", {}, ""};
  ASSERT_TRUE(is_ok(write_intent(world, run, {"sbatch"}, "x")));
  ASSERT_TRUE(is_ok(write_answer(world, run, {"sbatch"}, ended(0, "4711\n"))));
  for (const JobAccount& account : {JobAccount{5310, 64}, JobAccount{std::nullopt, 0}}) {
    run.account = account;
    ASSERT_TRUE(is_ok(store.save_state(run)));
    EXPECT_EQ(load(id).account, account);
  }
}

TEST_F(RunDirectory, NothingIsOverwritten) {
  const std::string id = create();
  const std::string before = world.text_of(path(id, "plan.json"));
  EXPECT_FALSE(store.create(sample_resolution(id), local_endpoint(), "other", ""));
  EXPECT_EQ(world.text_of(path(id, "job.sh")), "#!/bin/bash\n");
  EXPECT_EQ(world.text_of(path(id, "plan.json")), before);
}

TEST_F(RunDirectory, AFullDiskLeavesNoRun) {
  for (int write = 1; write <= 2; ++write) {
    FakeWorld full;
    RunStore there(full, kRunsDirectory);
    const std::string id = make_ulid(full);
    full.fail_write(write, ENOSPC);
    const Status created =
        there.create(sample_resolution(id), slurm_endpoint(), "#!/bin/bash\n", "");
    ASSERT_FALSE(created);
    EXPECT_THAT(lines_of(created)[0], testing::HasSubstr("no space left on device"));
    EXPECT_FALSE(there.load(id));
  }
}

TEST_F(RunDirectory, UnknownIdsAreUsage) {
  EXPECT_TRUE(fails_with(store.load("01JD7M3ZK8Q4V5W6X7Y8Z9ABCD"), ExitCode::Usage,
                         {"run '01JD7M3ZK8Q4V5W6X7Y8Z9ABCD': not found (looked in "
                          "/home/ada/runs); 'gpujob runs' lists them"}));
  EXPECT_FALSE(store.load("../../etc"));
}

TEST_F(RunDirectory, ADamagedPlanIsInvalidNotFatal) {
  const std::string id = create();
  const std::string whole = world.text_of(path(id, "plan.json"));
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}, whole.size() / 2}) {
    world.put(path(id, "plan.json"), whole.substr(0, length));
    const Result<RunRecord> run = store.load(id);
    ASSERT_FALSE(run);
    EXPECT_EQ(run.failure().exit, ExitCode::Invalid);
  }
  world.put(path(id, "plan.json"), "{\"schema\": \"gpujob/run/v9\"}");
  EXPECT_TRUE(
      fails_with(store.load(id), ExitCode::Invalid,
                 {path(id, "plan.json") + ": schema 'gpujob/run/v9' is not known (this "
                                          "gpujob reads gpujob/run/v1); use a newer gpujob"}));
}

TEST_F(RunDirectory, ListsNewestFirstAndOnlyRuns) {
  const std::string first = create();
  world.advance(Milliseconds{5});
  const std::string second = create();
  world.put(std::string(kRunsDirectory) + "/notes.txt", "x");
  EXPECT_THAT(*store.ids(), ElementsAre(second, first));
  EXPECT_EQ(*store.expand("last"), second);
}

TEST_F(RunDirectory, TheLastRunIsNoneThatAFullDiskLeftUnfinished) {
  const std::string first = create();
  world.advance(Milliseconds{5});
  world.put(path(make_ulid(world), "job.sh"), "#!/bin/bash\n");
  EXPECT_EQ(store.ids()->size(), 2u);
  EXPECT_EQ(*store.expand("last"), first);
}

TEST_F(RunDirectory, ExpandsBeginningsAndEndings) {
  const std::string first = create();
  world.advance(Milliseconds{86'400'000});
  const std::string second = create();
  EXPECT_EQ(*store.expand(first), first);
  EXPECT_EQ(*store.expand(first.substr(20)), first);
  EXPECT_EQ(*store.expand(second.substr(0, 12)), second);
  std::string small = second.substr(20);
  for (char& c : small) c = static_cast<char>(std::tolower(c));
  EXPECT_EQ(*store.expand(small), second);
}

TEST_F(RunDirectory, RefusesWordsThatNameNoneOrSeveral) {
  EXPECT_TRUE(fails_with(store.expand("last"), ExitCode::Usage,
                         {"run 'last': no runs yet (looked in /home/ada/runs); 'gpujob submit' "
                          "makes one"}));
  const std::string first = create();
  const std::string second = create();
  EXPECT_TRUE(fails_with(
      store.expand("01"), ExitCode::Usage,
      {"run '01': the id is too short (at least 4 characters of an id); 'gpujob runs' lists "
       "them, 'last' is the newest"}));
  EXPECT_TRUE(fails_with(store.expand(first.substr(0, 6)), ExitCode::Usage,
                         {"run id '" + first.substr(0, 6) + "': ambiguous: it matches 2 runs (" +
                          second + " and " + first + "); give more of the id"}));
}

TEST_F(RunDirectory, ASlipIsNamed) {
  const std::string id = create();
  std::string slip = id;
  slip[12] = slip[12] == 'A' ? 'B' : 'A';
  EXPECT_TRUE(fails_with(store.expand(slip), ExitCode::Usage,
                         {"run '" + slip +
                          "': not found (looked in /home/ada/runs); did "
                          "you mean '" +
                          id + "'?"}));
  EXPECT_TRUE(fails_with(store.expand("whatever"), ExitCode::Usage,
                         {"run 'whatever': not found (looked in /home/ada/runs); 'gpujob "
                          "runs' lists them"}));
}

TEST_F(RunDirectory, TheLastLookIsKeptAndMayBeDeleted) {
  const std::string id = create();
  RunRecord run = load(id);
  ASSERT_TRUE(is_ok(write_intent(world, run, {"sbatch"}, "x")));
  ASSERT_TRUE(is_ok(write_answer(world, run, {"sbatch"}, ended(0, "4711\n"))));
  run = load(id);
  EXPECT_EQ(run.state, RunState::Pending);
  EXPECT_EQ(run.submitted, "2026-11-21T09:30:00Z");
  run.state = RunState::Running;
  run.detail = "on n1";
  run.absence = {2, "2026-11-21T09:31:00Z"};
  ASSERT_TRUE(is_ok(store.save_state(run)));
  RunRecord again = load(id);
  EXPECT_EQ(again.state, RunState::Running);
  EXPECT_EQ(again.detail, "on n1");
  EXPECT_EQ(again.absence, run.absence);
  world.put(path(id, "state.json"), "{ half a fi");
  EXPECT_EQ(load(id).state, RunState::Pending);
  ASSERT_TRUE(is_ok(world.remove_file(path(id, "state.json"))));
  again = load(id);
  EXPECT_EQ(again.state, RunState::Pending);
  EXPECT_EQ(again.job->job_id, "4711");
}

TEST_F(RunDirectory, ALookAtAnotherJobIsNoLookAtThisOne) {
  const std::string id = create();
  RunRecord run = load(id);
  ASSERT_TRUE(is_ok(write_intent(world, run, {"sbatch"}, "x")));
  run = load(id);
  EXPECT_EQ(run.state, RunState::Unknown);
  EXPECT_EQ(run.detail, "the answer of the submission was never recorded");
  ASSERT_TRUE(is_ok(store.save_state(run)));
  ASSERT_TRUE(is_ok(write_found(world, run, "4711", "queue")));
  EXPECT_EQ(load(id).state, RunState::Pending);
}

// A stale handle of a file server must not turn a pending job into one that was never sent.
TEST_F(RunDirectory, WhatCannotBeReadIsUnknownAndNeverAbsent) {
  const std::string id = create();
  const RunRecord run = load(id);
  ASSERT_TRUE(is_ok(write_intent(world, run, {"sbatch"}, "x")));
  ASSERT_TRUE(is_ok(write_answer(world, run, {"sbatch"}, ended(0, "4711\n"))));
  ASSERT_TRUE(is_ok(store.save_state(load(id))));
  ASSERT_TRUE(is_ok(write_cancel(world, run)));
  for (const char* file : {"plan.json", "state.json", "attempt-1/intent.json",
                           "attempt-1/answer.json", "attempt-1/cancel.json"}) {
    world.fail_read(path(id, file), ESTALE);
    EXPECT_TRUE(fails_with(store.load(id), ExitCode::Unknown,
                           {path(id, file) + ": cannot read (stale file handle)"}));
    world.fail_read(path(id, file), 0);
  }
  world.fail_read(store.path_of(id), EIO);
  EXPECT_TRUE(fails_with(store.load(id), ExitCode::Unknown,
                         {store.path_of(id) + ": cannot list (input/output error)"}));
  world.fail_read(kRunsDirectory, EIO);
  EXPECT_TRUE(fails_with(store.expand("last"), ExitCode::Unknown,
                         {std::string(kRunsDirectory) + ": cannot list (input/output error)"}));
}

}  // namespace
}  // namespace gpujob
