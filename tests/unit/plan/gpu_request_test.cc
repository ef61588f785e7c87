// SPDX-License-Identifier: MIT
#include "plan/gpu_request.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::Optional;

GpuType type_with(const std::vector<std::string>& request) {
  GpuType type;
  type.key = "l40s";
  type.gres = "L40s";
  type.feature = "big";
  int line = 31;
  for (const std::string& one : request) type.request.push_back({one, {"x.yaml", line++}});
  return type;
}

std::vector<std::string> spelled(const std::vector<std::string>& request,
                                 const RequestCounts& counts) {
  const auto all = spell_request(type_with(request), counts);
  EXPECT_TRUE(is_ok(all));
  std::vector<PlannedOption> options;
  if (all)
    for (const RequestOption& one : *all) options.push_back(one.option);
  return directives(options);
}

TEST(GpuRequest, SpellsEachOfSlurmsWays) {
  const RequestCounts counts{4, 2, 2, 4};
  EXPECT_THAT(spelled({"--gpus={{gres}}:{{gpus}}"}, counts), ElementsAre("--gpus=L40s:4"));
  EXPECT_THAT(spelled({"--gpus={{gpus}}", "--constraint={{feature}}"}, counts),
              ElementsAre("--gpus=4", "--constraint=big"));
  EXPECT_THAT(spelled({"--gres=gpu:{{gpus_per_node}}"}, counts), ElementsAre("--gres=gpu:2"));
  EXPECT_THAT(spelled({"--ntasks={{tasks}}", "--gpus-per-task=1"}, counts),
              ElementsAre("--ntasks=4", "--gpus-per-task=1"));
  EXPECT_THAT(spelled({"--nodes={{nodes}}", "--exclusive"}, counts),
              ElementsAre("--nodes=2", "--exclusive"));
  EXPECT_THAT(spelled({}, counts), ElementsAre());
}

TEST(GpuRequest, DividesTheShareOfCpusIntoWholeCores) {
  RequestCounts counts{1, 1, 1, 6};
  counts.share.cpus = 32;
  EXPECT_THAT(spelled({"--cpus-per-task={{cpus}}"}, counts), ElementsAre("--cpus-per-task=5"));
  counts.threads_per_core = 2;
  EXPECT_THAT(spelled({"--cpus-per-task={{cpus}}"}, counts), ElementsAre("--cpus-per-task=4"));
  counts.tasks = 20;
  EXPECT_THAT(spelled({"--cpus-per-task={{cpus}}"}, counts), ElementsAre("--cpus-per-task=1"));
}

TEST(GpuRequest, KeepsThePlaceOfEachLine) {
  const auto all = spell_request(type_with({"--gpus={{gpus}}", "--exclusive"}), {});
  ASSERT_TRUE(is_ok(all));
  EXPECT_EQ((*all)[1].origin.text(), "x.yaml:32");
}

TEST(GpuRequest, RefusesLinesThatItCannotFill) {
  EXPECT_TRUE(fails_with(
      spell_request(type_with({"--gpus={{gpu}}"}), {}), ExitCode::Invalid,
      {"x.yaml:31: unknown slot 'gpu' in '--gpus={{gpu}}' (there are cpus, feature, "
       "gpus, gpus_per_node, gres, mem, nodes, tasks, tasks_per_node); did you mean 'gpus'?"}));
  EXPECT_TRUE(fails_with(spell_request(type_with({"--gpus={{gpus"}), {}), ExitCode::Invalid,
                         {"x.yaml:31: slot without '}}' in '--gpus={{gpus'; close it with '}}'"}));
  EXPECT_TRUE(fails_with(
      spell_request(type_with({"-G 1"}), {}), ExitCode::Invalid,
      {"x.yaml:31: '-G 1' is not a long option (a request is a list of long options); write "
       "it as --name=value"}));
  GpuType untyped = type_with({"--gpus={{gres}}:1"});
  untyped.gres = "";
  EXPECT_TRUE(fails_with(spell_request(untyped, {}), ExitCode::Invalid,
                         {"x.yaml:31: GPU type 'l40s' has no gres (its request needs one in "
                          "'--gpus={{gres}}:1'); add 'gres'"}));
}

TEST(GpuRequest, KnowsWhetherAnythingCountsGpus) {
  for (const std::string line : {"--gpus={{gpus}}", "--gpus-per-node=1", "--gpus-per-task=1",
                                 "--gpus-per-socket=1", "--gres=gpu:1"})
    EXPECT_TRUE(asks_for_gpus(type_with({"--exclusive", line}))) << line;
  EXPECT_FALSE(asks_for_gpus(type_with({})));
  EXPECT_FALSE(asks_for_gpus(type_with({"--gres=nvme:1", "--constraint=gpu"})));
}

TEST(GpuRequest, ReadsTheGpusOfATask) {
  EXPECT_THAT(gpus_per_task(type_with({"--gpus-per-task=2"}), 4), Optional(2));
  EXPECT_THAT(gpus_per_task(type_with({"--gpus-per-task={{gres}}:1"}), 4), Optional(1));
  EXPECT_THAT(gpus_per_task(type_with({"--gpus-per-task={{gpus}}"}), 4), Optional(4));
  EXPECT_EQ(gpus_per_task(type_with({"--gpus=1"}), 4), std::nullopt);
  EXPECT_TRUE(counts_by_tasks(type_with({"--ntasks={{tasks}}"})));
  EXPECT_FALSE(counts_by_tasks(type_with({"--gpus={{gpus}}"})));
}

TEST(GpuRequest, JoinsConstraintsSoThatNeitherReachesIntoTheOther) {
  EXPECT_EQ(join_constraints("l40s", "x"), "l40s&(x)");
  EXPECT_EQ(join_constraints("big", "fast|new"), "big&(fast|new)");
  EXPECT_EQ(join_constraints("a|b", "c"), "(a|b)&(c)");
  EXPECT_EQ(join_constraints("", "c"), "c");
  EXPECT_EQ(join_constraints("a", ""), "a");
}

}  // namespace
}  // namespace gpujob
