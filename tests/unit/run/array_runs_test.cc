// SPDX-License-Identifier: MIT
#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/attempt.h"
#include "run/retry.h"
#include "run/submit.h"
#include "run/watch.h"
#include "unit/run/sample_run.h"

namespace gpujob {
namespace {

/// Three runs that are the tasks of one array.
class ArrayRuns : public RunFixture {
 protected:
  ArrayRuns() {
    array = make_ulid(world);
    for (int index = 1; index <= 3; ++index) {
      Resolution resolution = sample_resolution(make_ulid(world));
      resolution.plan.job_name = "gj-integrate2d-" + array;
      resolution.plan.array_task = ArrayTask{array, index};
      ids.push_back(resolution.plan.run_id);
      EXPECT_TRUE(is_ok(store.create(resolution, slurm_endpoint(), "#!/bin/bash\n: task\n", "")));
    }
    directory = array_directory(store.path_of(ids[0]), {array, 1});
    EXPECT_TRUE(is_ok(store.create_array(directory, "#!/bin/bash\n: array\n", ids)));
    world.always({"squeue"}, ended(0, ""));
    world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
  }

  std::size_t calls(const std::string& name) const {
    return static_cast<std::size_t>(
        std::count_if(world.requests.begin(), world.requests.end(),
                      [&](const auto& request) { return request.argv[0].ends_with(name); }));
  }

  std::vector<RunRecord> all() {
    std::vector<RunRecord> runs;
    for (const std::string& id : ids) runs.push_back(load(id));
    return runs;
  }

  std::vector<RunState> states_after_look() {
    std::vector<RunRecord> runs = all();
    problems = refresh(world, store, runs);
    std::vector<RunState> states;
    for (const RunRecord& run : runs) states.push_back(run.state);
    return states;
  }

  std::string array;
  std::string directory;
  std::vector<std::string> ids;
  Diagnostics problems;
};

TEST_F(ArrayRuns, AreSentByOneCallAndShareItsAnswer) {
  world.always({"sbatch"}, ended(0, "72\n"));
  const Result<RunRecord> sent = submit_run(world, store, ids[0]);
  ASSERT_TRUE(is_ok(sent));
  EXPECT_EQ(sent->job->job_id, "72_1");
  EXPECT_EQ(calls("sbatch"), 1u);
  EXPECT_EQ(world.requests[0].stdin_text, "#!/bin/bash\n: array\n");
  EXPECT_EQ(world.requests[0].directory, directory);
  EXPECT_THAT(*world.list(directory + "/attempt-1"),
              testing::ElementsAre("answer.json", "intent.json"));
  EXPECT_EQ(load(ids[1]).job->job_id, "72_2");
  EXPECT_EQ(load(ids[2]).job->job_id, "72_3");
  EXPECT_EQ(load(ids[2]).state, RunState::Pending);
  EXPECT_FALSE(submit_run(world, store, ids[1])) << "it was sent with the first";
  EXPECT_EQ(calls("sbatch"), 1u);
}

TEST_F(ArrayRuns, HaveEachTheStateOfItsTask) {
  world.always({"sbatch"}, ended(0, "72\n"));
  ASSERT_TRUE(is_ok(submit_run(world, store, ids[0])));
  world.once({"squeue"}, ended(0, queue_row(array, "RUNNING", "None", "n1", "72_2") +
                                      queue_row(array, "PENDING", "Resources", "", "72_[3]") +
                                      queue_row(array, "TIMEOUT", "None", "n1", "72_1")));
  EXPECT_THAT(states_after_look(),
              testing::ElementsAre(RunState::Failed, RunState::Running, RunState::Pending));
  EXPECT_EQ(calls("squeue"), 1u);
}

TEST_F(ArrayRuns, AreFoundByTheArraysNameWhenTheAnswerIsLost) {
  world.always({"sbatch"}, ended(1, "", "sbatch: error: Socket timed out on send/recv\n"));
  EXPECT_FALSE(submit_run(world, store, ids[0], Seconds(0)));
  EXPECT_THAT(states_after_look(), testing::Each(RunState::Unknown));
  world.once({"squeue"}, ended(0, queue_row(array, "PENDING", "Resources", "", "72_[1-3]")));
  EXPECT_THAT(states_after_look(), testing::Each(RunState::Pending));
  EXPECT_EQ(load(ids[2]).job->job_id, "72_3");
  EXPECT_EQ(calls("sbatch"), 1u);
}

TEST_F(ArrayRuns, AreFoundByTheClaimOfAnyTask) {
  world.always({"sbatch"}, ended(1, "", "sbatch: error: Socket timed out on send/recv\n"));
  EXPECT_FALSE(submit_run(world, store, ids[0], Seconds(0)));
  // In memory nothing is found below a link.
  world.put(directory + "/task-2/claim",
            R"({"schema": "gpujob/claim/v1", "cluster": "", "job_id": "72_2", "restart": 0})");
  states_after_look();
  EXPECT_EQ(load(ids[0]).job->job_id, "72_1");
  EXPECT_EQ(load(ids[2]).job->job_id, "72_3");
}

TEST_F(ArrayRuns, OfACopyEachTaskIsCancelledThatIsDoneOrWaitedForElsewhere) {
  world.always({"sbatch"}, ended(0, "72\n"));
  world.always({"scancel"}, ended(0, ""));
  ASSERT_TRUE(is_ok(submit_run(world, store, ids[0])));
  // The copy 73 has claimed the first task and waits with the others.
  world.put(path(ids[0], "claim"),
            R"({"schema": "gpujob/claim/v1", "cluster": "", "job_id": "73_1", "restart": 0})");
  world.once({"squeue"}, ended(0, queue_row(array, "RUNNING", "None", "n1", "73_1") +
                                      queue_row(array, "PENDING", "None", "", "73_[2-3]") +
                                      queue_row(array, "PENDING", "None", "", "72_[1-2]")));
  states_after_look();
  std::vector<std::string> cancelled;
  for (const ProcessRequest& request : world.requests) {
    if (request.argv[0].ends_with("scancel")) cancelled = request.argv;
  }
  EXPECT_EQ(calls("scancel"), 1u);
  EXPECT_THAT(cancelled, testing::ElementsAre("scancel", "--name=gj-integrate2d-" + array,
                                              "--state=PENDING", "72_1", "73_2"))
      << "73_3 alone is left for the third";
}

TEST_F(ArrayRuns, AreNamedByTheirArray) {
  EXPECT_EQ(*store.runs_of_array(array), ids);
  EXPECT_EQ(*store.runs_of_array(array.substr(array.size() - 6)), ids);
  EXPECT_THAT(*store.runs_of_array(ids[0]), testing::IsEmpty());
  EXPECT_THAT(*store.runs_of_array(array.substr(0, 6)), testing::IsEmpty())
      << "their ids begin so, too";
  ASSERT_TRUE(world.remove_tree(store.path_of(ids[1])));
  EXPECT_THAT(*store.runs_of_array(array), testing::ElementsAre(ids[0], ids[2]));
}

TEST_F(ArrayRuns, OneIsCancelledAlone) {
  world.always({"sbatch"}, ended(0, "72\n"));
  ASSERT_TRUE(is_ok(submit_run(world, store, ids[0])));
  EXPECT_EQ(write_cancel(world, load(ids[1])).value_or(false), true);
  EXPECT_TRUE(read_attempt(world, load(ids[1]))->cancel_asked);
  EXPECT_FALSE(read_attempt(world, load(ids[0]))->cancel_asked);
}

TEST_F(ArrayRuns, AreEndedByOneRequestAndLookedAtTogether) {
  world.always({"sbatch"}, ended(0, "72\n"));
  world.always({"scancel"}, ended(0, ""));
  ASSERT_TRUE(is_ok(submit_run(world, store, ids[0])));
  put_end(ids[1]);
  world.requests.clear();
  world.once({"squeue"}, ended(0, queue_row(array, "RUNNING", "None", "n1", "72_1") +
                                      queue_row(array, "COMPLETED", "None", "n1", "72_2") +
                                      queue_row(array, "PENDING", "None", "", "72_[3]")));
  world.always({"squeue"}, ended(0, queue_row(array, "CANCELLED", "None", "n1", "72_1") +
                                        queue_row(array, "CANCELLED", "None", "", "72_3")));
  const std::vector<Result<RunRecord>> ended_runs = cancel_runs(world, store, ids);
  ASSERT_EQ(ended_runs.size(), 3u);
  ASSERT_TRUE(is_ok(ended_runs[0]));
  EXPECT_EQ(ended_runs[0]->state, RunState::Cancelled);
  EXPECT_EQ(ended_runs[1].failure().exit, ExitCode::Usage) << "it was over";
  ASSERT_TRUE(is_ok(ended_runs[2]));
  EXPECT_EQ(ended_runs[2]->state, RunState::Cancelled);
  EXPECT_EQ(calls("scancel"), 1u);
  EXPECT_EQ(calls("squeue"), 2u);
  const auto line = std::find_if(
      world.requests.begin(), world.requests.end(),
      [](const ProcessRequest& request) { return request.argv[0].ends_with("scancel"); });
  ASSERT_NE(line, world.requests.end());
  EXPECT_THAT(line->argv,
              testing::ElementsAre("scancel", "--name=gj-integrate2d-" + array, "72_1", "72_3"));
}

TEST_F(ArrayRuns, OfARefusedEndNoneIsNotedAsAskedFor) {
  world.always({"sbatch"}, ended(0, "72\n"));
  world.always({"scancel"},
               ended(1, "", "scancel: error: Kill job error: Access/permission denied\n"));
  ASSERT_TRUE(is_ok(submit_run(world, store, ids[0])));
  world.always({"squeue"}, ended(0, queue_row(array, "RUNNING", "None", "n1", "72_1") +
                                        queue_row(array, "RUNNING", "None", "n1", "72_2") +
                                        queue_row(array, "RUNNING", "None", "n1", "72_3")));
  for (const Result<RunRecord>& one : cancel_runs(world, store, ids)) {
    ASSERT_FALSE(one);
    EXPECT_EQ(one.failure().exit, ExitCode::Scheduler);
  }
  for (const std::string& id : ids) EXPECT_FALSE(read_attempt(world, load(id))->cancel_asked);
  EXPECT_EQ(calls("scancel"), 1u);
}

TEST_F(ArrayRuns, OneIsSentAgainAlone) {
  const RunRecord run = load(ids[1]);
  const JobPlan again = plan_again(run, "01KB0000000000000000000000", kRunsDirectory);
  EXPECT_EQ(again.array_task, std::nullopt);
  EXPECT_EQ(again.job_name, "gj-integrate2d-01KB0000000000000000000000");
}

}  // namespace
}  // namespace gpujob
