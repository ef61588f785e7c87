// SPDX-License-Identifier: MIT
#include "plan/launch.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

JobPlan plan_of(const Sample& sample) {
  const auto resolution = sample.resolve();
  EXPECT_TRUE(is_ok(resolution));
  return resolution ? resolution->plan : JobPlan{};
}

WorkloadPlan work_of(const Sample& sample) {
  return workload_or_empty(plan_of(sample));
}

TEST(Launch, PassesEveryValue) {
  EXPECT_THAT(work_of(feature_site().gpu("l40s")).arguments,
              ElementsAre("--variant", "naive", "--precision", "float32", "--param", "n=102400",
                          "--param", "phase=drawn", "--max-seconds", "60"));
}

TEST(Launch, TellsTheReportWhereItIs) {
  EXPECT_THAT(plan_of(typed_site().gpu("t4")).environment,
              ElementsAre(Pair("GPUJOB_RUN_ID", "RUNID"), Pair("GPUJOB_SITE", "uppmax"),
                          Pair("GPUJOB_CLUSTER", "pelle"), Pair("GPUJOB_PARTITION", "haswell"),
                          Pair("GPUJOB_GPU_KEY", "t4"), Pair("GPUJOB_GPU_MODEL", "nvidia-t4"),
                          Pair("GPUJOB_EXECUTOR", "slurm")));
  EXPECT_THAT(plan_of(local_machine()).environment,
              ElementsAre(Pair("GPUJOB_RUN_ID", "RUNID"), Pair("GPUJOB_SITE", "local"),
                          Pair("GPUJOB_CLUSTER", "local"), Pair("GPUJOB_EXECUTOR", "local")));
}

TEST(Launch, UsesTheSitesLauncher) {
  EXPECT_THAT(work_of(whole_node_site().gpu("mi250x")).launcher, ElementsAre("srun"));
  EXPECT_THAT(work_of(feature_site().gpu("l40s")).launcher, IsEmpty());
  Sample sample = whole_node_site();
  sample.cluster().stacks[0].launcher = PlacedText{"srun  --cpu-bind=cores", {}};
  EXPECT_THAT(work_of(sample.gpu("mi250x")).launcher, ElementsAre("srun", "--cpu-bind=cores"));
}

TEST(Launch, StartsOneProcessAmongSeveralTasks) {
  Sample sample = whole_node_site();
  sample.gpu("mi250x").request.ntasks = 8;
  EXPECT_THAT(work_of(sample).launcher, ElementsAre("srun", "--nodes=1", "--ntasks=1"));
  EXPECT_EQ(row(sample.resolve()->explanation, "launcher").origin,
            "the program is one process; profiles/sites/x.yaml:75");
  sample.cluster().stacks[0].launcher = PlacedText{"mpprun", {"profiles/sites/x.yaml", 75}};
  EXPECT_THAT(work_of(sample).launcher, IsEmpty());
  EXPECT_EQ(row(sample.resolve()->explanation, "launcher").origin,
            "the program is one process, not 'mpprun' times the tasks; profiles/sites/x.yaml:75");
}

TEST(Launch, StartsAProcessForEachPart) {
  Sample sample = feature_site();
  sample.workload().max_gpus = 64;
  WorkloadPlan work = work_of(sample.gpu("l40s:2"));
  EXPECT_THAT(work.launcher, IsEmpty()) << "one process, two GPUs";
  EXPECT_THAT(std::vector(work.arguments.end() - 2, work.arguments.end()),
              ElementsAre("--gpus", "2"));
  work = work_of(sample.gpu("l40s:12"));
  EXPECT_THAT(work.launcher, ElementsAre("srun", "--nodes=2", "--ntasks=2"));
  EXPECT_THAT(std::vector(work.arguments.end() - 4, work.arguments.end()),
              ElementsAre("--gpus", "12", "--tasks", "2"));
  EXPECT_TRUE(is_in_parts(work));
}

TEST(Launch, RunsAUsersOwnCommand) {
  Sample sample = whole_node_site();
  sample.workload().command = {"/home/ada/bin/solve", "-n{{n}}", "--as={{variant}}/{{precision}}",
                               "{{backend}}", "{{max_seconds}}"};
  sample.gpu("mi250x").request.ntasks = 8;
  const WorkloadPlan work = work_of(sample);
  EXPECT_EQ(work.libexec, "/home/ada/bin");
  EXPECT_EQ(work.program, "solve");
  EXPECT_THAT(work.arguments, ElementsAre("-n102400", "--as=naive/float32", "hip", "60"));
  EXPECT_THAT(work.launcher, ElementsAre("srun"));
}

TEST(Launch, FillsInTheFolderOfAUsersOwnCommandAndLeavesTheReportToTheScript) {
  Sample sample = feature_site();
  sample.workload().folder = "/home/ada/workloads/mine";
  sample.workload().command = {"{{folder}}/solve.py", "{{include}}/harness", "--out={{report}}"};
  const WorkloadPlan work = work_of(sample);
  EXPECT_EQ(work.libexec, "/home/ada/workloads/mine");
  EXPECT_EQ(work.program, "solve.py");
  EXPECT_THAT(work.arguments, ElementsAre("/opt/src/harness", "--out={{report}}"));
  EXPECT_TRUE(places_report(work));
}

TEST(Launch, NeedsAnAbsolutePathForAUsersOwnCommand) {
  Sample sample = feature_site();
  for (const std::string word : {"python3", "bin/solve", "/home/ada/"}) {
    sample.workload().command = {word};
    EXPECT_TRUE(
        fails_with(sample.resolve(), ExitCode::Invalid,
                   {"workload 'integrate2d': its command begins with '" + word +
                    "' (a batch job can find the program only by its path); write the program's "
                    "absolute path, '{{folder}}/' before its name, or '/usr/bin/env' "
                    "before it"}));
  }
}

}  // namespace
}  // namespace gpujob
