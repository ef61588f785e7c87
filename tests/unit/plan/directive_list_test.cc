// SPDX-License-Identifier: MIT
#include "plan/directive_list.h"

#include <gmock/gmock.h>

namespace gpujob {
namespace {

using testing::ElementsAre;

std::vector<std::string> names(const DirectiveList& list) {
  std::vector<std::string> all;
  for (const Directed& directive : list.ordered()) all.push_back(directive.option.option);
  return all;
}

TEST(DirectiveList, LetsTheFirstWin) {
  DirectiveList list;
  EXPECT_TRUE(list.add({{"nodes", "2"}, From::Flag, "--nodes"}));
  EXPECT_FALSE(list.add({{"nodes", "1"}, From::Rule, ""}));
  EXPECT_EQ(list.find("nodes")->option.value, "2");
  EXPECT_EQ(list.find("mem"), nullptr);
}

TEST(DirectiveList, CountsTasksANodeAsTasks) {
  DirectiveList list;
  EXPECT_TRUE(list.add({{"ntasks-per-node", "1"}, From::Profile, ""}));
  EXPECT_FALSE(list.add({{"ntasks", "8"}, From::Rule, ""}));
  EXPECT_THAT(names(list), ElementsAre("ntasks-per-node"));
}

TEST(DirectiveList, HasOneOrder) {
  DirectiveList list;
  for (const char* name : {"no-requeue", "time", "gpus", "mem", "constraint", "exclusive", "nodes",
                           "account", "job-name", "cpus-per-task", "partition", "ntasks", "qos"})
    list.add({{name, std::nullopt}, From::Rule, ""});
  EXPECT_THAT(names(list), ElementsAre("job-name", "account", "partition", "qos", "nodes", "ntasks",
                                       "cpus-per-task", "gpus", "exclusive", "constraint", "mem",
                                       "time", "no-requeue"));
}

}  // namespace
}  // namespace gpujob
