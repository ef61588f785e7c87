// SPDX-License-Identifier: MIT
#include "jobs/session/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "jobs/build/prepared_build.h"
#include "jobs/port/port_file.h"
#include "jobs/send/check_job.h"
#include "jobs/send/job_sender.h"
#include "jobs/send/shell_session.h"
#include "support/messages.h"
#include "unit/jobs/installed_world.h"
#include "unit/jobs/telling_listener.h"

// What commands do, without a command line: on the login node of a center.

namespace gpujob {
namespace {

using testing::HasSubstr;

constexpr const char* kTrainScript =
    "#!/bin/bash\n#SBATCH -A hpc2n2025-151\n#SBATCH -t 00:08:00\n#SBATCH --gpus=l40s:1\nsrun ./a\n";

class AtACenter : public testing::Test {
 protected:
  AtACenter() {
    install_into(world, "integrate2d");
    world.host = "kebnekaise1";
    world.always({"scontrol", "ping"}, ended(0, "Slurmctld(primary) at ctl is UP\n"));
    world.always({"scontrol", "show", "config"}, ended(0, "ClusterName = kebnekaise\n"));
    world.always({"sbatch"}, ended(0, "4711\n"));
    world.put(world.directory + "/train.sh", kTrainScript);
    request.place.site = "hpc2n";
    request.flags.gpu = SourcedValue{"l40s", From::Flag, "--gpu"};
    request.flags.account = SourcedValue{"hpc2n2026-001", From::Flag, "--account"};
  }
  /// No function of this layer writes to standard output.
  ~AtACenter() override { EXPECT_EQ(world.out_text, ""); }

  Session open() { return {world, std::make_unique<TellingListener>(world), {}}; }

  std::size_t calls_of_sbatch() const {
    return static_cast<std::size_t>(
        std::count_if(world.requests.begin(), world.requests.end(),
                      [](const auto& one) { return one.argv[0] == "/usr/bin/sbatch"; }));
  }

  FakeWorld world;
  JobRequest request;
};

const JobPurpose kToBeSent{.kind = JobKind::Sent};

TEST_F(AtACenter, AScriptIsSubmittedOnce) {
  Session session = open();
  request.words = {world.directory + "/train.sh", "7"};
  const auto planned = plan_sweep(session, request, kToBeSent);
  ASSERT_TRUE(is_ok(planned));
  std::vector<std::string> jobs;
  JobSender sender(session, request, *planned,
                   [&](const PlannedSweep&, const Batch&, const std::vector<RunRecord>& runs) {
                     for (const RunRecord& run : runs) jobs.push_back(run.job->job_id);
                   });
  ASSERT_TRUE(is_ok(sender.prepare()));
  ASSERT_TRUE(is_ok(sender.send_all()));
  EXPECT_EQ(jobs, std::vector<std::string>{"4711"});
  EXPECT_EQ(calls_of_sbatch(), 1U);
  EXPECT_TRUE(sender.left().empty());
  EXPECT_EQ(words_for(sender.sent()), sender.sent().front().run.id);
  const auto found = session.runs.find_one("last");
  ASSERT_TRUE(is_ok(found));
  EXPECT_EQ(found->runs.front().id, sender.sent().front().run.id);
}

TEST_F(AtACenter, ACommandIsRun) {
  Session session = open();
  request.command = {"python3", "train.py"};
  const auto planned = plan_sweep(session, request, kToBeSent);
  ASSERT_TRUE(is_ok(planned));
  const auto sent = send_one_job(session, request, *planned);
  ASSERT_TRUE(is_ok(sent));
  EXPECT_EQ(own_job_of(sent->plan)->arguments, request.command);
  EXPECT_EQ(sent->state, RunState::Pending);
}

TEST_F(AtACenter, ARefusalLeavesAllPoints) {
  Session session = open();
  request.words = {world.directory + "/train.sh"};
  world.always({"sbatch"}, ended(1, "",
                                 "sbatch: error: Batch job submission failed: Invalid account or "
                                 "account/partition combination specified\n"));
  world.always({"squeue"}, ended(0, ""));  // no job of its name came up
  world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
  const auto planned = plan_sweep(session, request, kToBeSent);
  ASSERT_TRUE(is_ok(planned));
  JobSender sender(session, request, *planned, [](const auto&...) { FAIL(); });
  ASSERT_TRUE(is_ok(sender.prepare()));
  const Status sent = sender.send_all();
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.failure().exit, ExitCode::Scheduler) << lines_of(sent.failure()).front();
  EXPECT_EQ(sender.left(), std::vector<std::size_t>{0});
}

TEST_F(AtACenter, ASweepIsAskedForAsOneArray) {
  Session session = open();
  request.words = {"integrate2d"};
  request.sweep = {"n=1000,2000"};
  const auto planned = plan_sweep(session, request, {.kind = JobKind::Checked});
  ASSERT_TRUE(is_ok(planned));
  ASSERT_EQ(planned->batches.size(), 1U);
  world.always({"sbatch"}, ended(0, "",
                                 "sbatch: Job 9 to start at 2026-11-21T10:00:00 using 2 "
                                 "processors on nodes b-cn1 in partition batch\n"));
  std::vector<std::size_t> points;
  const Status checked = check_jobs(session, request.place, *planned,
                                    [&](const TakenBatch& taken) { points = taken.batch.points; });
  ASSERT_TRUE(is_ok(checked));
  EXPECT_EQ(points, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(calls_of_sbatch(), 1U);
}

TEST_F(AtACenter, AWrongPointNamesItself) {
  Session session = open();
  request.words = {"integrate2d"};
  request.sweep = {"gpus=1,many"};
  EXPECT_TRUE(fails_with(plan_sweep(session, request, {}), ExitCode::Usage,
                         {"gpus=many: option '--gpus': 'many' is not a whole number above 0"}));
}

TEST_F(AtACenter, ABuildIsPlanned) {
  Session session = open();
  const auto site = session.site(request.place);
  ASSERT_TRUE(is_ok(site));
  const auto workload = session.data_files.workloads().find("integrate2d");
  ASSERT_TRUE(is_ok(workload));
  const auto build = prepare_build(session, *site, *workload, request.flags);
  ASSERT_TRUE(is_ok(build));
  EXPECT_EQ(build->resolution.build.architecture, "sm_89");
  EXPECT_THAT(build->script, HasSubstr("integrate2d"));
  EXPECT_TRUE(world.writes.empty());
}

TEST_F(AtACenter, AShellStartsOnTheNode) {
  Session session = open();
  const auto shell = plan_shell(session, request);
  ASSERT_TRUE(is_ok(shell));
  EXPECT_EQ(shell->line.front(), "salloc");
  world.always({"salloc"}, ended(0));
  world.interactive_status = 7;
  const auto status = start_shell(session, request.place, *shell);
  ASSERT_TRUE(is_ok(status));
  EXPECT_EQ(*status, 7);
  EXPECT_THAT(world.interactive.at(0), testing::Contains("/usr/bin/srun"));
}

TEST_F(AtACenter, AScriptIsPorted) {
  Session session = open();
  PortRequest port;
  port.file = world.directory + "/train.sh";
  port.to = "uppmax";
  EXPECT_FALSE(port_file(session, port));  // its account has no counterpart
  port.flags.account = SourcedValue{"uppmax2025-2-393", From::Flag, "--account"};
  port.out = world.directory + "/there.sh";
  const auto ported = port_file(session, port);
  ASSERT_TRUE(is_ok(ported));
  EXPECT_EQ(full_name(ported->from), "hpc2n/kebnekaise");
  EXPECT_EQ(world.text_of(*port.out), ported->ported.script);
  EXPECT_THAT(ported->ported.script, HasSubstr("#SBATCH --account=uppmax2025-2-393\n"));
}

}  // namespace
}  // namespace gpujob
