// SPDX-License-Identifier: MIT
#include "plan/directives.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::vector<std::string> directives_of(const Sample& sample) {
  const auto resolution = sample.resolve();
  EXPECT_TRUE(is_ok(resolution));
  return resolution ? directives(resolution->plan.options) : std::vector<std::string>{};
}

DirectiveRule rule(const std::string& option, Use use, std::optional<std::string> value) {
  return {option, use, std::move(value), "", {}, {}, "", {"x.yaml", 22}};
}

TEST(Directives, OfAnUntypedRequestWithAFeature) {
  EXPECT_THAT(directives_of(feature_site().gpu("l40s")),
              ElementsAre("--job-name=gj-integrate2d-RUNID", "--account=hpc2n2025-151", "--nodes=1",
                          "--ntasks=1", "--gpus=1", "--constraint=l40s", "--time=00:12:00",
                          "--no-requeue"));
}

TEST(Directives, OfATypedRequest) {
  EXPECT_THAT(directives_of(typed_site().gpu("t4")),
              ElementsAre("--job-name=gj-integrate2d-RUNID", "--partition=haswell", "--nodes=1",
                          "--ntasks=1", "--gpus=t4:1", "--time=00:12:00", "--no-requeue"));
}

TEST(Directives, OfWholeNodes) {
  EXPECT_THAT(directives_of(whole_node_site().gpu("mi250x")),
              ElementsAre("--job-name=gj-integrate2d-RUNID", "--partition=gpu", "--nodes=1",
                          "--ntasks-per-node=1", "--time=00:12:00", "--no-requeue"));
}

TEST(Directives, OfGpusCountedByTasks) {
  Sample sample = task_site();
  sample.workload().max_gpus = 2;
  EXPECT_THAT(
      directives_of(sample.gpu("t4:2")),
      ElementsAre("--job-name=gj-integrate2d-RUNID", "--nodes=2", "--ntasks=2",
                  "--cpus-per-task=32", "--gpus-per-task=1", "--time=00:12:00", "--no-requeue"));
}

TEST(Directives, GiveEachOfSeveralNodesATask) {
  Sample sample = feature_site();
  sample.workload().max_gpus = 12;
  EXPECT_THAT(directives_of(sample.gpu("l40s:12")),
              ElementsAre("--job-name=gj-integrate2d-RUNID", "--account=hpc2n2025-151", "--nodes=2",
                          "--ntasks-per-node=1", "--gpus-per-node=6", "--constraint=l40s",
                          "--time=00:12:00", "--no-requeue"));
}

TEST(Directives, AreNoneWithoutAScheduler) {
  Sample sample = local_machine();
  sample.request.account = SourcedValue{"x", From::Flag, "--account"};
  EXPECT_THAT(directives_of(sample), IsEmpty());
}

TEST(Directives, FollowEveryFlag) {
  Sample sample = feature_site();
  Request& request = sample.gpu("l40s").partition("batch").request;
  request.qos = SourcedValue{"high", From::SlurmVariable, "SBATCH_QOS"};
  request.reservation = SourcedValue{"course", From::Variable, "GPUJOB_RESERVATION"};
  request.nodes = 1;
  request.ntasks = 2;
  request.cpus_per_task = 4;
  request.memory_mib = 8192;
  request.time = Seconds(90);
  request.constraint = "fast|new";
  EXPECT_THAT(
      directives_of(sample),
      ElementsAre("--job-name=gj-integrate2d-RUNID", "--account=hpc2n2025-151", "--partition=batch",
                  "--qos=high", "--reservation=course", "--nodes=1", "--ntasks=2",
                  "--cpus-per-task=4", "--gpus=1", "--constraint=l40s&(fast|new)", "--mem=8G",
                  "--time=00:01:30", "--no-requeue"));
  const auto resolution = sample.resolve();
  EXPECT_EQ(row(resolution->explanation, "--qos").origin, "SBATCH_QOS");
  EXPECT_EQ(row(resolution->explanation, "--account").from, From::Configuration);
  EXPECT_EQ(row(resolution->explanation, "--constraint").origin,
            "profiles/sites/x.yaml:60 and --constraint");
  EXPECT_EQ(row(resolution->explanation, "--gpus").origin, "profiles/sites/x.yaml:60");
  EXPECT_EQ(resolution->plan.cpus_per_task, 4);
}

TEST(Directives, LetAFlagBeatTheRequestAndTheRequestThePlanner) {
  Sample sample = task_site();
  EXPECT_THAT(directives_of(sample.gpu("t4")), Contains("--cpus-per-task=32"));
  sample.request.cpus_per_task = 8;
  EXPECT_THAT(directives_of(sample), Contains("--cpus-per-task=8"));
  Sample whole = whole_node_site();
  whole.request.ntasks = 8;
  EXPECT_THAT(directives_of(whole.gpu("mi250x")), Contains("--ntasks=8"));
  EXPECT_THAT(directives_of(whole), Not(Contains(StartsWith("--ntasks-per-node"))));
}

TEST(Directives, CountTheTasksOfARequestByNode) {
  Sample sample = whole_node_site();
  sample.workload().max_gpus = 16;
  const auto resolution = sample.gpu("mi250x:16").resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(resolution->plan.nodes, 2);
  EXPECT_EQ(resolution->plan.tasks, 2);
}

TEST(Directives, LeaveOutWhatTheCenterForbidsAndThePlannerMeant) {
  Sample sample = feature_site();
  sample.cluster().directives["nodes"] = rule("nodes", Use::Forbidden, {});
  EXPECT_THAT(directives_of(sample.gpu("l40s")), Not(Contains(StartsWith("--nodes"))));
  sample.request.nodes = 1;
  EXPECT_THAT(directives_of(sample), Contains("--nodes=1"));
}

TEST(Directives, RenderTheCentersStatedDefaults) {
  Sample sample = feature_site();
  sample.cluster().directives["hint"] = rule("hint", Use::Optional, "nomultithread");
  sample.cluster().directives["exclusive"] = rule("exclusive", Use::Optional, "");
  sample.cluster().directives["mem"] = rule("mem", Use::Forbidden, "1G");
  const auto resolution = sample.gpu("l40s").resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_THAT(directives(resolution->plan.options),
              ElementsAre("--job-name=gj-integrate2d-RUNID", "--account=hpc2n2025-151", "--nodes=1",
                          "--ntasks=1", "--gpus=1", "--exclusive", "--hint=nomultithread",
                          "--constraint=l40s", "--time=00:12:00", "--no-requeue"));
  EXPECT_EQ(row(resolution->explanation, "--hint").origin, "x.yaml:22");
}

TEST(Directives, LimitTheDefaultCpusByTheGpusButNotTheUsers) {
  Sample sample = feature_site();
  sample.workload().max_gpus = 2;
  sample.cluster().directives["cpus-per-task"] = rule("cpus-per-task", Use::Optional, "48");
  EXPECT_THAT(directives_of(sample.gpu("l40s")), Contains("--cpus-per-task=48"));
  sample.cluster().nodes[1].max_cpus_per_gpu = 10;
  EXPECT_THAT(directives_of(sample), Contains("--cpus-per-task=10"));
  EXPECT_EQ(row(sample.resolve()->explanation, "--cpus-per-task").origin,
            "10 CPUs per GPU, profiles/sites/x.yaml:50");
  EXPECT_THAT(directives_of(sample.gpu("l40s:2")), Contains("--cpus-per-task=20"));
  sample.request.cpus_per_task = 40;
  EXPECT_THAT(directives_of(sample), Contains("--cpus-per-task=40"));
}

TEST(Directives, NameTheClusterWhereJobsGoThereByName) {
  Sample sample = feature_site();
  sample.cluster().needs_clusters_option = true;
  EXPECT_THAT(directives_of(sample), Contains("--clusters=kebnekaise"));
  sample.cluster().match.cluster_name = "keb";
  EXPECT_THAT(directives_of(sample), Contains("--clusters=keb"));
}

TEST(Directives, LeaveTheQuestionWhereTheGpuIsNotForBatchJobs) {
  Sample sample = typed_site();
  sample.cluster().gpus[1].request_documented = false;
  sample.cluster().partitions[2].batch_jobs = false;
  EXPECT_TRUE(
      fails_with(sample.gpu("t4").resolve(), ExitCode::Invalid,
                 {"site 'uppmax': gp221 partition 'haswell' takes no batch jobs; use --gpu l40s"}));
}

TEST(Directives, AreRefusedWhereNobodySaysHowToAsk) {
  Sample sample = feature_site();
  sample.cluster().gpus[0].request_documented = false;
  sample.cluster().gpus[0].note = "only one page names the GPU";
  EXPECT_TRUE(fails_with(
      sample.gpu("l40s").resolve(), ExitCode::Invalid,
      {"site 'hpc2n': gp205 how to ask for 'l40s' in a batch job is not documented (only one page "
       "names the GPU); use another GPU type, or ask the center and add the request to "
       "~/.config/gpujob/profiles/sites/hpc2n.yaml ('overlays: hpc2n')"}));
}

}  // namespace
}  // namespace gpujob
