// SPDX-License-Identifier: MIT
#include "sandbox/submit_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sandbox/lua_pattern.h"
#include "sandbox/submit_program.h"
#include "support/messages.h"
#include "unit/sandbox/lua_runner.h"

// The rules run under Lua with a stand-in for Slurm's table; tests/sandbox/ runs them in slurmctld.

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Cluster small_cluster() {
  Cluster cluster;
  cluster.name = "small";
  cluster.title = "Small";
  return cluster;
}

DirectiveRule& add_rule(Cluster& cluster, const std::string& option, Use use = Use::Optional) {
  DirectiveRule& rule = cluster.directives[option];
  rule.option = option;
  rule.use = use;
  return rule;
}

Partition& add_partition(Cluster& cluster, const std::string& name, Use gpu = Use::Optional) {
  Partition partition;
  partition.name = name;
  partition.gpu = gpu;
  partition.is_default = cluster.partitions.empty();
  cluster.partitions.push_back(partition);
  return cluster.partitions.back();
}

void add_shape(Cluster& cluster, const std::string& partition, int gpus,
               const std::vector<std::string>& features = {}) {
  NodeShape shape;
  shape.partitions = {partition};
  shape.gpus = gpus;
  shape.features = features;
  cluster.nodes.push_back(shape);
}

class SubmitRules : public testing::Test {
 protected:
  std::string verdict(const std::string& job) { return submit_verdict(cluster_, job); }

  void SetUp() override {
    if (!run_lua("")) GTEST_SKIP() << "no lua5.3";
  }

  Cluster cluster_ = small_cluster();
};

TEST(SubmitRulesText, IsDataAndThenTheProgram) {
  Cluster cluster = small_cluster();
  DirectiveRule& account = add_rule(cluster, "account", Use::Required);
  account.pattern = "x[0-9]{2}";
  account.note = "no default";
  add_rule(cluster, "time").max = "2-00:00:00";
  add_rule(cluster, "qos");
  add_partition(cluster, "batch");
  Partition& gpu = add_partition(cluster, "gpu", Use::Required);
  gpu.exclusive = Exclusive::Always;
  add_shape(cluster, "gpu", 2, {"big"});
  const Result<std::string> text = job_submit_lua(cluster);
  ASSERT_TRUE(is_ok(text));
  EXPECT_EQ(
      *text,
      R"lua(-- What 'small' asks of jobs and slurm.conf cannot say; made from its site profile.

local options = {
  {
    name = "account",
    field = "account",
    required = "no --account is given (Small requires it: no default); add '#SBATCH --account='",
    patterns = {"^x[0-9][0-9]$"},
    wrong = "is not of the form 'x[0-9]{2}' (Small asks for it); correct it",
    code = slurm.ESLURM_INVALID_ACCOUNT,
  },
  {
    name = "time",
    field = "time_limit",
    absent = {[slurm.NO_VAL] = true},
    max = 2880,
    over = "--time is over the limit (Small allows 2-00:00:00); ask for at most 2-00:00:00",
    code = slurm.ESLURM_INVALID_TIME_LIMIT,
  },
}
local default_partition = "batch"
local partitions = {
  ["batch"] = {},
  ["gpu"] = {
    gpu_required = "partition 'gpu' takes jobs with GPUs only; ask for one",
    whole = true,
  },
}
local whole_qos = {}
local shapes = {
  {partitions = {["gpu"] = true}, gpus = true, features = {["big"] = true}},
}
local limits = {}

)lua" + std::string(submit_program()));
}

TEST(SubmitRulesText, RefusesAPatternThatLuaCannotMatch) {
  Cluster cluster = small_cluster();
  DirectiveRule& account = add_rule(cluster, "account");
  account.pattern = "(ab)*";
  account.origin = {"profiles/sites/small.yaml", 14};
  const Result<std::string> text = job_submit_lua(cluster);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.failure().exit, ExitCode::Invalid);
  EXPECT_EQ(
      text.failure().diagnostics.front().line(),
      "profiles/sites/small.yaml:14: pattern '(ab)*' cannot be enforced (Lua's patterns do not "
      "repeat groups); write it with literals, classes, groups, '|' and counts");
}

TEST(SubmitRulesText, NamesTheRulesItLeavesOut) {
  Cluster cluster = small_cluster();
  add_rule(cluster, "gres", Use::Forbidden);
  add_rule(cluster, "export");
  add_rule(cluster, "time").pattern = "1:00";
  add_rule(cluster, "mem").excludes = {"ntasks", "mem-per-cpu"};
  cluster.limits.emplace_back().jobs = 4;
  EXPECT_THAT(rules_not_enforced(cluster, Accounting::No),
              ElementsAre("--gres (submit rules do not see it)",
                          "--mem with --ntasks (submit rules do not see it)",
                          "--time: its pattern (submit rules see a number)",
                          "Small allows 4 jobs of a user at once (only with --accounting)"));
  EXPECT_EQ(rules_not_enforced(cluster, Accounting::Yes).size(), 3U);
}

TEST_F(SubmitRules, WithoutRulesEverythingPasses) {
  EXPECT_EQ(verdict(""), "0");
  EXPECT_EQ(verdict("account = 'x', partition = 'nowhere', tres_per_job = 'gres:gpu:1'"), "0");
}

TEST_F(SubmitRules, RequireAnAccountOfTheRightForm) {
  DirectiveRule& account = add_rule(cluster_, "account", Use::Required);
  account.pattern = "(x|y)-[0-9]+";
  account.note = "100% of it";
  EXPECT_EQ(
      verdict(""),
      "no --account is given (Small requires it: 100% of it); add '#SBATCH --account='\n2045");
  EXPECT_EQ(verdict("account = 'x%s-1'"),
            "--account 'x%s-1' is not of the form '(x|y)-[0-9]+' (Small asks for it); correct it\n"
            "2045");
  EXPECT_EQ(verdict("account = 'y-12'"), "0");
}

TEST_F(SubmitRules, RequireATimeWithinTheLimit) {
  add_rule(cluster_, "time", Use::Required).max = "1-00:00:00";
  EXPECT_EQ(verdict(""), "no --time is given (Small requires it); add '#SBATCH --time='\n8000");
  const std::string over =
      "--time is over the limit (Small allows 1-00:00:00); ask for at most 1-00:00:00\n2051";
  EXPECT_EQ(verdict("time_limit = 1441"), over);
  EXPECT_EQ(verdict("time_limit = 4294967295"), over);
  EXPECT_EQ(verdict("time_limit = 1440"), "0");
}

TEST_F(SubmitRules, ForbidAPartitionOrRequireOne) {
  DirectiveRule& rule = add_rule(cluster_, "partition", Use::Forbidden);
  rule.note = "there is one only";
  EXPECT_EQ(verdict("partition = 'batch'"),
            "--partition is not to be given (Small takes none: there is one only); remove it\n-1");
  EXPECT_EQ(verdict(""), "0");
  add_partition(cluster_, "batch");
  EXPECT_EQ(verdict("partition = 'batch'"), "0");
  EXPECT_NE(verdict("partition = 'other'"), "0");
  rule.use = Use::Required;
  EXPECT_EQ(verdict(""),
            "no --partition is given (Small requires it: there is one only); add '#SBATCH "
            "--partition='\n-1");
  EXPECT_EQ(verdict("partition = 'batch'"), "0");
}

TEST_F(SubmitRules, KeepExcludedOptionsApartAndSayItOnce) {
  add_rule(cluster_, "mem").excludes = {"mem-per-gpu"};
  add_rule(cluster_, "mem-per-gpu").excludes = {"mem"};
  EXPECT_EQ(verdict("min_mem_per_node = 1024, mem_per_tres = 'gres:gpu:1024'"),
            "--mem and --mem-per-gpu stand together (Small takes one of them); remove one of them\n"
            "-1");
  EXPECT_EQ(verdict("min_mem_per_node = 1024"), "0");
  EXPECT_EQ(verdict("mem_per_tres = 'gres:gpu:1024'"), "0");
}

TEST_F(SubmitRules, CountGpusWithAndWithoutTheirType) {
  add_rule(cluster_, "gpus").max = "4";
  const std::string over = "--gpus is over the limit (Small allows 4); ask for at most 4\n-1";
  EXPECT_EQ(verdict("tres_per_job = 'gres:gpu:5'"), over);
  EXPECT_EQ(verdict("tres_per_job = 'gres:gpu:a:5'"), over);
  EXPECT_EQ(verdict("tres_per_job = 'gres:gpu:4'"), "0");
  EXPECT_EQ(verdict("tres_per_job = 'gres:gpu:a'"), "0");
}

TEST_F(SubmitRules, TreatAnOptionAtItsNoValueAsAbsent) {
  add_rule(cluster_, "exclusive", Use::Forbidden);
  add_rule(cluster_, "cpus-per-task", Use::Required);
  EXPECT_EQ(verdict("cpus_per_task = 4, shared = 65534"), "0");
  EXPECT_EQ(verdict("cpus_per_task = 4, shared = 1"), "0 shared 1");
  EXPECT_EQ(verdict("cpus_per_task = 65534, shared = 0"),
            "no --cpus-per-task is given (Small requires it); add '#SBATCH --cpus-per-task='\n"
            "--exclusive is not to be given (Small takes none); remove it\n-1 shared 0");
}

TEST_F(SubmitRules, TakeNoBatchJobsWhereThereAreNone) {
  Partition& desktop = add_partition(cluster_, "desktop");
  desktop.batch_jobs = false;
  desktop.note = "reserved";
  add_partition(cluster_, "gpu");
  add_shape(cluster_, "gpu", 2);
  const std::string refused =
      "partition 'desktop' takes no batch jobs (reserved); use partition 'gpu'\n2002";
  EXPECT_EQ(verdict("partition = 'desktop', script = '#!/bin/bash'"), refused);
  EXPECT_EQ(verdict("script = '#!/bin/bash'"), refused) << "it is the default partition";
  EXPECT_EQ(verdict("partition = 'gpu,desktop', script = '#!/bin/bash'"), refused);
  EXPECT_EQ(verdict("partition = 'desktop'"), "0") << "interactive jobs have no script";
  EXPECT_EQ(verdict("partition = 'gpu', script = '#!/bin/bash'"), "0");
}

TEST_F(SubmitRules, KeepGpusOutOfPartitionsWithout) {
  add_partition(cluster_, "cpu", Use::Forbidden);
  add_partition(cluster_, "fat", Use::Forbidden);
  add_partition(cluster_, "gpu");
  add_shape(cluster_, "gpu", 2);
  const std::string refused = "partition 'cpu' takes no jobs with GPUs; use partition 'gpu'\n-1";
  EXPECT_EQ(verdict("tres_per_job = 'gres:gpu:1'"), refused);
  EXPECT_EQ(verdict("partition = 'cpu', tres_per_node = 'gres:gpu'"), refused);
  EXPECT_EQ(verdict("partition = 'cpu', tres_per_task = 'gres:gpu:a:1'"), refused);
  EXPECT_EQ(verdict("partition = 'cpu', tres_per_socket = 'gres:gpu:10'"), refused);
  EXPECT_EQ(verdict("partition = 'cpu,fat', tres_per_node = 'gres:shard:1,gres:gpu:2'"), refused);
  EXPECT_EQ(verdict("partition = 'cpu,gpu', tres_per_node = 'gres:gpu:2'"), "0");
  EXPECT_EQ(verdict("partition = 'cpu', tres_per_node = 'gres:gpu:0'"), "0");
  EXPECT_EQ(verdict("partition = 'cpu', tres_per_node = 'gres:gpu:a:0'"), "0");
  EXPECT_EQ(verdict("partition = 'cpu', tres_per_node = 'gres:gpu:x0'"), refused);
  EXPECT_EQ(verdict("partition = 'cpu', tres_per_node = 'gres:gpushare:1'"), "0");
  EXPECT_EQ(verdict("partition = 'cpu'"), "0");
}

TEST_F(SubmitRules, AskForGpusWhereTheyAreRequired) {
  Partition& partition = add_partition(cluster_, "all", Use::Required);
  partition.note = "other work to NOGPU";
  add_shape(cluster_, "all", 4, {"big", "new"});
  add_shape(cluster_, "all", 0, {"NOGPU", "new"});
  const std::string refused =
      "partition 'all' takes jobs with GPUs only (other work to NOGPU); ask for one\n-1";
  EXPECT_EQ(verdict(""), refused);
  EXPECT_EQ(verdict("tres_per_job = 'gres:gpu:0'"), refused);
  EXPECT_EQ(verdict("features = 'new'"), refused) << "such nodes have GPUs too";
  EXPECT_EQ(verdict("features = 'big|NOGPU'"), refused);
  EXPECT_EQ(verdict("features = '[big*1&NOGPU*1]'"), refused);
  EXPECT_EQ(verdict("features = 'NOGPU'"), "0");
  EXPECT_EQ(verdict("features = 'new&NOGPU'"), "0");
  EXPECT_EQ(verdict("features = '(big|new)&NOGPU'"), "0");
  EXPECT_EQ(verdict("features = 'big|new&NOGPU'"), "0") << "operators count from the left";
  EXPECT_EQ(verdict("features = 'NOGPU&(new'"), "0") << "for Slurm to refuse";
  EXPECT_EQ(verdict("features = 'unheard'"), "0") << "for Slurm to refuse";
  EXPECT_EQ(verdict("tres_per_node = 'gres:gpu:1'"), "0");
}

TEST_F(SubmitRules, KnowThatWholeNodesBringTheirGpus) {
  add_partition(cluster_, "whole", Use::Required).exclusive = Exclusive::Always;
  add_shape(cluster_, "whole", 4, {"a"});
  EXPECT_EQ(verdict(""), "0");
  add_shape(cluster_, "whole", 0, {"b"});
  EXPECT_THAT(verdict(""), HasSubstr("takes jobs with GPUs only"));
  EXPECT_EQ(verdict("features = 'a'"), "0");
}

TEST_F(SubmitRules, AskForGpusWhereTheNodesAreNotKnown) {
  add_partition(cluster_, "unknown", Use::Required);
  EXPECT_EQ(verdict(""), "partition 'unknown' takes jobs with GPUs only; ask for one\n-1");
  EXPECT_EQ(verdict("tres_per_job = 'gres:gpu:1'"), "0");
}

TEST_F(SubmitRules, GiveWholeNodesToJobsOnSeveral) {
  add_partition(cluster_, "all").exclusive = Exclusive::SeveralNodes;
  EXPECT_EQ(verdict("min_nodes = 1"), "0");
  EXPECT_EQ(verdict(""), "0");
  EXPECT_EQ(verdict("min_nodes = 2"), "0 shared 0");
}

TEST_F(SubmitRules, LimitTheCpusForEachGpu) {
  add_partition(cluster_, "gpu");
  add_shape(cluster_, "gpu", 6, {"big"});
  NodeShape& six = cluster_.nodes.back();
  six.id = "six";
  six.gpu = "X1";
  six.cpus = 64;
  six.max_cpus_per_gpu = 10;
  GpuType type;
  type.key = type.gres = "X1";
  cluster_.gpus = {type};
  const std::string over =
      " are too many (Small gives at most 10 for each GPU of node shape 'six')";
  EXPECT_EQ(verdict("num_tasks = 1, cpus_per_task = 11, tres_per_job = 'gres:gpu:1'"),
            "11 CPUs for 1 GPUs" + over + "; ask for at most 10\n-1");
  EXPECT_EQ(verdict("num_tasks = 1, cpus_per_task = 10, tres_per_job = 'gres:gpu'"), "0");
  EXPECT_EQ(verdict("num_tasks = 31, tres_per_node = 'gres:gpu:X1:3'"),
            "31 CPUs for 3 GPUs" + over + "; ask for at most 30\n-1");
  EXPECT_EQ(verdict("num_tasks = 2, cpus_per_task = 20, tres_per_task = 'gres:gpu:2'"), "0");
  EXPECT_EQ(verdict("min_nodes = 2, ntasks_per_node = 31, tres_per_node = 'gres:gpu:3'"),
            "62 CPUs for 6 GPUs" + over + "; ask for at most 60\n-1");
  EXPECT_EQ(verdict("cpus_per_tres = 'gres:gpu:11', tres_per_job = 'gres:gpu:5'"),
            "55 CPUs for 5 GPUs" + over + "; ask for at most 50\n-1");
  EXPECT_EQ(verdict("num_tasks = 60"), "0") << "no GPUs";
  EXPECT_EQ(verdict("cpus_per_task = 65534, num_tasks = 1, tres_per_job = 'gres:gpu:1'"), "0");
}

TEST_F(SubmitRules, LimitNothingWhereOtherNodesTakeTheJob) {
  add_shape(cluster_, "main", 6);
  cluster_.nodes.back().gpu = "X1";
  cluster_.nodes.back().cpus = 64;
  cluster_.nodes.back().max_cpus_per_gpu = 10;
  add_shape(cluster_, "main", 2, {"two"});
  cluster_.nodes.back().gpu = "X1";
  cluster_.nodes.back().cpus = 48;
  EXPECT_EQ(verdict("num_tasks = 30, tres_per_node = 'gres:gpu:2'"), "0");
  EXPECT_THAT(verdict("num_tasks = 31, tres_per_node = 'gres:gpu:3'"), HasSubstr("are too many"));
  EXPECT_THAT(verdict("cpus_per_task = 49, tres_per_node = 'gres:gpu:2'"),
              HasSubstr("49 CPUs for 2 GPUs are too many"));
  EXPECT_EQ(verdict("min_nodes = 2, ntasks_per_node = 32, tres_per_job = 'gres:gpu:6'"), "0")
      << "4 and 2";
  EXPECT_EQ(verdict("cpus_per_task = 30, tres_per_node = 'gres:gpu:Y:2'"), "0")
      << "for Slurm to refuse";
}

TEST_F(SubmitRules, RefuseWhereTheyFailThemselves) {
  EXPECT_THAT(verdict("partition = {}"),
              testing::AllOf(HasSubstr("the submit rules of this sandbox failed: "),
                             testing::EndsWith("\n-1")));
}

}  // namespace
}  // namespace gpujob
