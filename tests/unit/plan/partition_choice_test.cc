// SPDX-License-Identifier: MIT
#include "plan/partition_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

struct Named {
  std::string value;  ///< of --partition; "-" if it has none
  Choice why;
  std::string variable;  ///< GPUJOB_PARTITION
};

Named partition_of(const Sample& sample) {
  const auto resolution = sample.resolve();
  EXPECT_TRUE(is_ok(resolution));
  if (!resolution) return {};
  Named named{"-", row(resolution->explanation, "--partition"), ""};
  for (const PlannedOption& option : resolution->plan.options)
    if (option.option == "partition") named.value = option.value.value_or("");
  for (const auto& [name, value] : resolution->plan.environment)
    if (name == "GPUJOB_PARTITION") named.variable = value;
  return named;
}

TEST(PartitionChoice, NamesNoneWhereItIsForbidden) {
  const Named named = partition_of(feature_site().gpu("l40s"));
  EXPECT_EQ(named.value, "-");
  EXPECT_EQ(named.variable, "batch");
}

TEST(PartitionChoice, KeepsTheUsersWordEvenWhereItIsForbidden) {
  const Named named = partition_of(feature_site().gpu("l40s").partition("batch"));
  EXPECT_EQ(named.value, "batch");
  EXPECT_EQ(named.why.from, From::Flag);
}

TEST(PartitionChoice, NamesTheOneThatHasTheGpu) {
  const Named named = partition_of(typed_site().gpu("t4"));
  EXPECT_EQ(named.value, "haswell");
  EXPECT_EQ(named.why.origin, "the cheapest partition with 't4' nodes");
}

TEST(PartitionChoice, LeavesTheDefaultUnsaid) {
  EXPECT_EQ(partition_of(typed_site()).value, "-");
  EXPECT_EQ(partition_of(task_site().gpu("t4")).value, "-");
  EXPECT_EQ(partition_of(typed_site()).variable, "pelle");
}

TEST(PartitionChoice, NamesTheDefaultWhereOneIsRequired) {
  Sample sample = task_site();
  sample.cluster().directives["partition"] = {"partition", Use::Required, {}, "", {}, {}, "", {}};
  EXPECT_EQ(partition_of(sample.gpu("t4")).value, "tetralith");
}

TEST(PartitionChoice, TakesTheCentersStatedDefault) {
  Sample sample = task_site();
  sample.cluster().directives["partition"] = {"partition", Use::Optional, "tetralith", "", {}, {},
                                              "",          {"x.yaml", 4}};
  const Named named = partition_of(sample.gpu("t4"));
  EXPECT_EQ(named.value, "tetralith");
  EXPECT_EQ(named.why.origin, "x.yaml:4");
}

TEST(PartitionChoice, PassesOverAStatedDefaultWithoutTheGpu) {
  Sample sample = typed_site();
  sample.cluster().directives["partition"] = {"partition", Use::Optional, "pelle", "", {}, {}, "",
                                              {}};
  EXPECT_EQ(partition_of(sample.gpu("l40s")).value, "gpu");
}

TEST(PartitionChoice, FindsOneForWorkWithoutGpus) {
  const Named named = partition_of(whole_node_site());
  EXPECT_EQ(named.value, "main");
  EXPECT_EQ(named.why.origin, "the cheapest partition for such jobs");
}

TEST(PartitionChoice, NamesOneWhereTheDefaultIsNotKnown) {
  Sample sample = typed_site();
  sample.cluster().partitions[0].is_default = false;
  EXPECT_EQ(partition_of(sample).value, "pelle");
  sample.cluster().partitions[0].gpu = Use::Required;
  EXPECT_EQ(partition_of(sample).value, "gpu");
  sample.cluster().partitions.clear();
  EXPECT_EQ(partition_of(sample).value, "-");
}

TEST(PartitionChoice, TakesTheOneOfTheRequest) {
  Sample sample = typed_site();
  sample.cluster().gpus[0].request.push_back({"--partition=pelle", {"x.yaml", 61}});
  EXPECT_EQ(partition_of(sample.gpu("l40s")).value, "pelle");
}

TEST(PartitionChoice, PrefersOneThatTakesBatchJobs) {
  Sample sample = typed_site();
  sample.cluster().nodes[1].partitions = {"pelle", "gpu"};
  sample.cluster().partitions[0].batch_jobs = false;
  sample.cluster().partitions[0].is_default = false;
  EXPECT_EQ(partition_of(sample.gpu("l40s")).value, "gpu");
}

TEST(PartitionChoice, TakesTheCheapestWhateverTheOrder) {
  Sample sample = typed_site();
  sample.cluster().nodes[1].partitions = {"gpu", "haswell"};
  EXPECT_EQ(partition_of(sample.gpu("l40s")).value, "gpu");
  sample.cluster().partitions[1].exclusive = Exclusive::Always;
  EXPECT_EQ(partition_of(sample.gpu("l40s")).value, "haswell");
  sample.cluster().partitions[2].charges_whole_node = true;  // a node of 64 CPUs either way
  EXPECT_EQ(partition_of(sample.gpu("l40s")).value, "gpu");
  sample.cluster().nodes[2].cpus = 16;
  EXPECT_EQ(partition_of(sample.gpu("l40s")).value, "gpu") << "its own nodes count, not others'";
}

/// Ten l40s on a node, in 'gpu' by the node and in 'haswell' by the GPU.
Sample whole_or_shared() {
  Sample sample = typed_site();
  sample.cluster().nodes[1].partitions = {"gpu", "haswell"};
  sample.cluster().partitions[1].exclusive = Exclusive::Always;
  return sample;
}

TEST(PartitionChoice, SendsOneGpuWhereItIsChargedAsOne) {
  const Named named = partition_of(whole_or_shared().gpu("l40s"));
  EXPECT_EQ(named.value, "haswell");
  EXPECT_EQ(named.why.origin, "charged for 1 GPU, 10 GPUs in 'gpu'");
}

TEST(PartitionChoice, TakesTheProfilesOrderWhereTheChargeIsTheSame) {
  const Named named = partition_of(whole_or_shared().gpu("l40s:10"));
  EXPECT_EQ(named.value, "gpu");
  EXPECT_EQ(named.why.origin, "charged for 10 GPUs, as much in 'haswell'");
}

TEST(PartitionChoice, LeavesADefaultThatIsDearer) {
  Sample sample = whole_or_shared();
  sample.cluster().partitions[0].is_default = false;
  sample.cluster().partitions[1].is_default = true;
  EXPECT_EQ(partition_of(sample.gpu("l40s")).value, "haswell");
  EXPECT_EQ(partition_of(sample.gpu("l40s:10")).value, "-");
}

TEST(PartitionChoice, ARankDecidesBeforeTheCharge) {
  Sample sample = whole_or_shared();
  sample.cluster().nodes[1].partitions = {"gpu", "haswell", "test"};
  sample.cluster().partitions.emplace_back().name = "test";
  sample.cluster().partitions[1].rank = 1;
  const Named first = partition_of(sample.gpu("l40s"));
  EXPECT_EQ(first.value, "gpu") << "although ten GPUs are charged there";
  EXPECT_EQ(first.why.origin, "ranked 1 by the profile, none: 'haswell', none: 'test'");
  sample.cluster().partitions[1].rank = 7;
  sample.cluster().partitions[3].rank = 3;
  EXPECT_EQ(partition_of(sample).why.origin, "ranked 3 by the profile, 7: 'gpu', none: 'haswell'");
  // What does not take the job does not count, whatever its rank.
  sample.cluster().partitions[3].max_time = Seconds(60);
  sample.request.time = Seconds(7200);
  EXPECT_EQ(partition_of(sample).why.origin, "ranked 7 by the profile, none: 'haswell'");
  sample.cluster().partitions[1].max_time = Seconds(60);
  EXPECT_EQ(partition_of(sample).why.origin, "the cheapest partition with 'l40s' nodes");
}

TEST(PartitionChoice, LeavesADefaultThatRanksLower) {
  Sample sample = whole_or_shared();
  sample.cluster().partitions[0].is_default = false;
  sample.cluster().partitions[2].is_default = true;
  EXPECT_EQ(partition_of(sample.gpu("l40s")).value, "-");
  sample.cluster().partitions[1].rank = 2;
  EXPECT_EQ(partition_of(sample).value, "gpu") << "the default has no rank";
  sample.cluster().partitions[2].rank = 3;
  EXPECT_EQ(partition_of(sample).value, "gpu");
  sample.cluster().partitions[2].rank = 1;
  EXPECT_EQ(partition_of(sample).value, "-");
  // What the user says comes first.
  EXPECT_EQ(partition_of(sample.partition("gpu")).value, "gpu");
}

// 'pelle', the default, has the nodes without GPUs.
TEST(PartitionChoice, ARankIsForJobsThatTheNodesAreFor) {
  Sample sample = typed_site();
  sample.cluster().partitions[1].rank = 1;
  EXPECT_EQ(partition_of(sample).value, "-");
  NodeShape more = sample.cluster().nodes[0];
  ASSERT_EQ(more.gpu, "");
  more.partitions = {"gpu"};
  sample.cluster().nodes.push_back(more);
  const Named named = partition_of(sample);
  EXPECT_EQ(named.value, "gpu");
  EXPECT_EQ(named.why.origin, "ranked 1 by the profile, none: 'pelle', none: 'haswell'");
}

TEST(PartitionChoice, PassesOverOneThatRefusesAJobOfThatSize) {
  Sample sample = whole_or_shared();
  JobLimit limit;
  limit.when_gpus = CountRange{3};
  limit.refuse = "use gpu";
  sample.cluster().partitions[2].limits = {limit};
  EXPECT_EQ(partition_of(sample.gpu("l40s:2")).value, "haswell");
  EXPECT_EQ(partition_of(sample.gpu("l40s:3")).value, "gpu");
  sample.cluster().partitions[2].limits.clear();
  sample.cluster().partitions[2].max_time = Seconds(3600);
  sample.request.time = Seconds(7200);
  EXPECT_EQ(partition_of(sample.gpu("l40s:2")).value, "gpu");
}

Qos qos_in(const std::string& name, std::vector<std::string> partitions) {
  Qos made;
  made.name = name;
  made.partitions = std::move(partitions);
  return made;
}

TEST(PartitionChoice, GoesWhereTheQosIsFor) {
  Sample sample = whole_or_shared();
  sample.cluster().qos = {qos_in("night", {"gpu"}), qos_in("day", {"haswell", "gpu"})};
  sample.request.qos = SourcedValue{"night", From::Flag, "--qos"};
  const Named night = partition_of(sample.gpu("l40s"));
  EXPECT_EQ(night.value, "gpu");
  EXPECT_EQ(night.why.origin, "QOS 'night' is for partition 'gpu'");
  sample.request.qos->value = "day";
  EXPECT_EQ(partition_of(sample).value, "haswell");
  // A default that need not be named otherwise, also of a job without GPUs.
  Sample plain = typed_site();
  plain.cluster().qos = {qos_in("night", {"gpu"})};
  plain.request.qos = SourcedValue{"night", From::Flag, "--qos"};
  EXPECT_EQ(partition_of(plain).value, "gpu");
  plain.request.qos->value = "unknown";
  EXPECT_EQ(partition_of(plain).value, "-");
  plain.request.qos->value = "night";
  plain.cluster().directives["partition"] = {"partition", Use::Optional, "pelle", "", {}, {}, "",
                                             {}};
  EXPECT_EQ(partition_of(plain).value, "gpu");
}

// 'gpu' gives whole nodes, unless a QOS that is charged by the share is for it.
TEST(PartitionChoice, CountsWhatTheQosCharges) {
  Sample sample = whole_or_shared();
  sample.cluster().qos = {qos_in("share", {"gpu"}), qos_in("whole", {"haswell"})};
  sample.cluster().qos[0].charge = Charge::Share;
  sample.cluster().qos[1].exclusive = Exclusive::Always;
  EXPECT_EQ(partition_of(sample.gpu("l40s")).value, "gpu");
  EXPECT_EQ(row(sample.resolve()->explanation, "--qos").value, "share");
  sample.cluster().qos[0].max_nodes = 0;
  sample.cluster().qos[1].partitions = {"haswell", "gpu"};
  EXPECT_EQ(partition_of(sample.gpu("l40s")).why.origin,
            "charged for 10 GPUs, as much in 'haswell'");
}

TEST(PartitionChoice, AsksInTheWayOfThePartition) {
  Sample sample = whole_or_shared();
  sample.cluster().nodes[1].share_per_gpu = {6, 32000};
  sample.cluster().partitions[2].request = {
      {"--gpus-per-node={{gres}}:{{gpus_per_node}}", {"x.yaml", 31}},
      {"--ntasks-per-node={{tasks_per_node}}", {"x.yaml", 31}},
      {"--cpus-per-task={{cpus}}", {"x.yaml", 31}},
      {"--mem={{mem}}", {"x.yaml", 31}}};
  const auto shared = sample.gpu("l40s:2").resolve();
  ASSERT_TRUE(is_ok(shared));
  EXPECT_THAT(directives(shared->plan.options),
              testing::IsSupersetOf({"--gpus-per-node=l40s:2", "--ntasks-per-node=2",
                                     "--cpus-per-task=6", "--mem=64000M"}));
  const auto whole = sample.gpu("l40s:10").resolve();
  ASSERT_TRUE(is_ok(whole));
  EXPECT_THAT(directives(whole->plan.options), testing::Contains("--gpus=l40s:10"));
}

TEST(PartitionChoice, RefusesAGpuThatIsNotForBatchJobs) {
  Sample sample = typed_site();
  sample.cluster().partitions[2].batch_jobs = false;
  sample.cluster().partitions[2].note = "reserved for the desktop";
  EXPECT_TRUE(fails_with(sample.gpu("t4").resolve(), ExitCode::Invalid,
                         {"site 'uppmax': gp221 partition 'haswell' takes no batch jobs (reserved "
                          "for the desktop); use --gpu l40s"}));
  sample.cluster().partitions[1].batch_jobs = false;
  EXPECT_TRUE(fails_with(sample.gpu("t4").resolve(), ExitCode::Invalid,
                         {"site 'uppmax': gp221 partition 'haswell' takes no batch jobs (reserved "
                          "for the desktop); use another site"}));
}

// Where the request names no type, Slurm would give what is there.
TEST(PartitionChoice, RefusesOneThatHasOtherGpusOnly) {
  EXPECT_TRUE(fails_with(typed_site().gpu("t4").partition("gpu").resolve(), ExitCode::Invalid,
                         {"site 'uppmax': gp232 partition 'gpu' has no GPU 't4' (it has l40s)"
                          "; use partition 'haswell'"}));
  EXPECT_TRUE(is_ok(typed_site().gpu("l40s").partition("gpu").resolve()));
  EXPECT_TRUE(is_ok(typed_site().gpu("t4").partition("unknown").resolve()));
  Sample unplaced = typed_site();
  for (NodeShape& shape : unplaced.cluster().nodes) {
    if (shape.gpu == "t4") shape.partitions.clear();
  }
  EXPECT_TRUE(is_ok(unplaced.gpu("t4").partition("gpu").resolve()));
}

TEST(PartitionChoice, RefusesWhereOneIsRequiredAndNoneIsKnown) {
  Sample sample = whole_node_site();
  sample.cluster().nodes[1].partitions = {};
  EXPECT_TRUE(fails_with(sample.gpu("mi250x").resolve(), ExitCode::Invalid,
                         {"site 'pdc': gp219 a partition must be named (the profile knows no "
                          "partition with such nodes); add --partition NAME"}));
}

}  // namespace
}  // namespace gpujob
