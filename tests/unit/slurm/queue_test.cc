// SPDX-License-Identifier: MIT
#include "slurm/queue.h"

#include <cerrno>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_world.h"
#include "support/messages.h"
#include "unit/slurm/sample_endpoint.h"

namespace gpujob {
namespace {

TEST(ListQueue, AsksOnceForAllStatesByUserWithItsOwnFormat) {
  FakeWorld world;
  world.always({"squeue"}, ended(0, ""));
  world.put("/opt/slurm/bin/squeue", "");
  Endpoint one = endpoint_of("/opt/slurm/bin/sbatch");
  one.clusters_option = "snowy";
  EXPECT_TRUE(is_ok(list_queue(world, one)));
  ASSERT_EQ(world.requests.size(), 1u);
  EXPECT_THAT(world.requests[0].argv,
              testing::ElementsAre("/opt/slurm/bin/squeue", "--clusters=snowy", "--noheader",
                                   "--states=all", "--me", "--format=%i|%T|%M|%V|%N|%j|%r"));
  EXPECT_EQ(world.requests[0].deadline, Milliseconds{60'000});
}

// Recorded from Slurm 22.05.8; a header of -M and a name of two lines are among them.
TEST(ListQueue, ReadsEveryShapeOfRowAndPassesOverTheRest) {
  FakeWorld world;
  world.always({"squeue"},
               ended(0,
                     "CLUSTER: snowy\n"
                     "1|FAILED|0:02|2026-11-21T04:20:15|n1|gj-x-01|NonZeroExitCode\n"
                     "2|PENDING|0:00|2026-11-21T04:20:15||gj-x-02|held | until (monday)\n"
                     "72_[0-3%2]|PENDING|0:00|2026-11-21T04:20:15||arr|JobArrayTaskLimit\n"
                     "72_7|RUNNING|1:02:03|2026-11-21T04:20:15|n[1-2]|arr|None\n"
                     "73+1|RUNNING|0:01|2026-11-21T04:20:15|n2|two\n"
                     "lines|in|a|name|None\n"));
  const Result<std::vector<JobRow>> rows = list_queue(world, endpoint_of("/opt/slurm/bin/sbatch"));
  ASSERT_TRUE(is_ok(rows));
  ASSERT_EQ(rows->size(), 5u);
  EXPECT_EQ((*rows)[0], (JobRow{"1", "gj-x-01", "FAILED", "NonZeroExitCode", "", "n1", "0:02",
                                "2026-11-21T04:20:15", "", ""}));
  EXPECT_EQ((*rows)[1].name, "gj-x-02");
  EXPECT_EQ((*rows)[1].reason, "held | until (monday)");
  EXPECT_EQ((*rows)[1].nodes, "");
  EXPECT_EQ((*rows)[2].job_id, "72_[0-3%2]");
  EXPECT_EQ((*rows)[3].job_id, "72_7");
  EXPECT_EQ((*rows)[4].job_id, "73+1");
  EXPECT_EQ((*rows)[4].name, "two");
}

// A job whose row is cut is in the queue.
TEST(ListQueue, TakesNoCutRowForAnAbsentJob) {
  FakeWorld world;
  world.always({"squeue"}, ended(0, "74|RUNNING|0:01\n"));
  EXPECT_TRUE(fails_with(list_queue(world, endpoint_of("/opt/slurm/bin/sbatch")), ExitCode::Unknown,
                         {"squeue: a row of the queue cannot be read (74|RUNNING|0:01); try again "
                          "in a minute"}));
}

TEST(ListQueue, IsUnknownWhenTheControllerDoesNotAnswer) {
  FakeWorld world;
  world.once({"squeue"}, ended(1, "",
                               "slurm_load_jobs error: Unable to contact slurm controller (connect "
                               "failure)\n"));
  EXPECT_TRUE(fails_with(list_queue(world, endpoint_of("/opt/slurm/bin/sbatch")), ExitCode::Unknown,
                         {"squeue: the queue could not be asked (slurm_load_jobs error: Unable to "
                          "contact slurm controller (connect failure)); try again in a minute"}));
  world.once({"squeue"}, ended_at_deadline(Milliseconds{60'000}));
  EXPECT_TRUE(fails_with(
      list_queue(world, endpoint_of("/opt/slurm/bin/sbatch")), ExitCode::Unknown,
      {"squeue: the queue could not be asked (no answer within 60 s); try again in a minute"}));
  world.once({"squeue"}, ended(3, ""));
  EXPECT_TRUE(
      fails_with(list_queue(world, endpoint_of("/opt/slurm/bin/sbatch")), ExitCode::Unknown,
                 {"squeue: the queue could not be asked (exit status 3); try again in a minute"}));
}

TEST(ListQueue, TellsASqueueThatCannotBeStartedFromNone) {
  FakeWorld world;
  world.refuse_start("squeue", ENOENT);
  EXPECT_TRUE(fails_with(list_queue(world, endpoint_of("/opt/slurm/bin/sbatch")),
                         ExitCode::Scheduler,
                         {"'/opt/slurm/bin/squeue': cannot start (no such program)"}));
  world.put("/opt/slurm/bin/squeue", "");
  world.refuse_start("squeue", EACCES);
  EXPECT_TRUE(fails_with(list_queue(world, endpoint_of("/opt/slurm/bin/sbatch")), ExitCode::Unknown,
                         {"'/opt/slurm/bin/squeue': cannot start (permission denied)"}));
}

TEST(JobId, HasThreeShapes) {
  for (const char* id : {"1", "4711", "72_3", "72_[0-3%2]", "72_[1,5,7-9]", "73+0"}) {
    EXPECT_TRUE(is_job_id(id)) << id;
  }
  for (const char* id : {"", "x", "4711x", "_3", "72_", "72_x", "72_[", "72_[]", "73+", "73+x",
                         "-1", "1 2", "JOBID"}) {
    EXPECT_FALSE(is_job_id(id)) << id;
  }
}

// A job that such an answer leaves out may well live.
TEST(JobId, NamesTheTasksOfAnArray) {
  EXPECT_EQ(array_job_id("72_[0-3%2]"), "72");
  EXPECT_EQ(array_job_id("72_3"), "72");
  EXPECT_EQ(array_job_id("73+1"), "73+1");
  EXPECT_THAT(tasks_in("72_[0-2,7%2]"), testing::Optional(testing::ElementsAre(0, 1, 2, 7)));
  EXPECT_THAT(tasks_in("72_3"), testing::Optional(testing::ElementsAre(3)));
  EXPECT_THAT(tasks_in("72"), testing::Optional(testing::IsEmpty()));
  EXPECT_EQ(tasks_in("72_[1-3,5,...]"), std::nullopt) << "the rest is not known";
}

TEST(ListQueue, AnErrorsTextOrACutAnswerIsNoAnswerWhateverTheExitStatus) {
  FakeWorld world;
  const std::string row = "4711|RUNNING|0:01|2026-11-21T09:30:00|n1|gj-x|None\n";
  world.once({"squeue"}, ended(0, row, "squeue: error: Socket timed out on send/recv operation\n"));
  EXPECT_TRUE(fails_with(list_queue(world, endpoint_of("/opt/slurm/bin/sbatch")), ExitCode::Unknown,
                         {"squeue: the queue could not be asked (Socket timed out on send/recv "
                          "operation); try again in a minute"}));
  world.once({"squeue"}, ended(0, "slurm_load_jobs error: Unable to contact slurm controller\n"));
  EXPECT_TRUE(fails_with(list_queue(world, endpoint_of("/opt/slurm/bin/sbatch")), ExitCode::Unknown,
                         {"squeue: the queue could not be asked (slurm_load_jobs error: Unable to "
                          "contact slurm controller); try again in a minute"}));
  world.always({"squeue"}, [&](const ProcessRequest& request) {
    std::string many;
    while (many.size() < request.output_limit) many += row;
    many.resize(request.output_limit);
    return ended(0, many);
  });
  EXPECT_TRUE(fails_with(list_queue(world, endpoint_of("/opt/slurm/bin/sbatch")), ExitCode::Unknown,
                         {"squeue: the queue could not be asked (its answer is too long); try "
                          "again in a minute"}));
}

// A job may have any name.
TEST(ListQueue, ANameThatSpeaksOfAnErrorIsARow) {
  FakeWorld world;
  world.once({"squeue"}, ended(0, "7|RUNNING|0:01|2026-11-21T09:30:00|n1|error: x|None\n"));
  const auto rows = list_queue(world, endpoint_of("/opt/slurm/bin/sbatch"));
  ASSERT_TRUE(is_ok(rows));
  EXPECT_EQ(rows->at(0).name, "error: x");
}

}  // namespace
}  // namespace gpujob
