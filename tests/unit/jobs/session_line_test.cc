// SPDX-License-Identifier: MIT
#include "jobs/send/session_line.h"

#include <gtest/gtest.h>

#include "base/format.h"

namespace gpujob {
namespace {

JobPlan planned() {
  JobPlan plan;
  plan.options = {{"job-name", "gj-shell-RUNID"},
                  {"gpus", "1"},
                  {"time", "00:30:00"},
                  {"no-requeue", std::nullopt}};
  return plan;
}

std::string line(Interactive interactive, const JobPlan& plan = planned()) {
  return join(session_line(interactive, plan), " ");
}

TEST(SessionLine, BringsTheShellOntoTheNodeWhereSallocLeavesItOnTheLoginNode) {
  const std::string on_node = "salloc --gpus=1 --time=00:30:00 srun --overlap --pty bash";
  EXPECT_EQ(line({{"salloc"}, LandsOn::Login, {}, {}}), on_node);
  EXPECT_EQ(line({{"salloc"}, LandsOn::Unknown, {}, {}}), on_node);
}

TEST(SessionLine, LeavesACommandAsItIsThatGoesThereByItself) {
  EXPECT_EQ(line({{"salloc"}, LandsOn::Node, {}, {}}), "salloc --gpus=1 --time=00:30:00");
  EXPECT_EQ(line({{"interactive"}, LandsOn::Unknown, {}, {}}),
            "interactive --gpus=1 --time=00:30:00");
}

TEST(SessionLine, EndsInTheCentersOwnWords) {
  EXPECT_EQ(line({{"srun"}, LandsOn::Node, {"--pty", "bash"}, {}}),
            "srun --gpus=1 --time=00:30:00 --pty bash");
  EXPECT_EQ(line({{"salloc"}, LandsOn::Login, {"ssh-to-node"}, {}}),
            "salloc --gpus=1 --time=00:30:00 ssh-to-node");
}

TEST(SessionLine, GivesTheShellOneTaskWithItsCores) {
  JobPlan plan = planned();
  plan.nodes = 2;
  plan.tasks = 2;
  plan.options = {{"nodes", "2"}, {"ntasks", "2"}, {"cpus-per-task", "14"}};
  EXPECT_EQ(line({{"salloc"}, LandsOn::Login, {}, {}}, plan),
            "salloc --nodes=2 --ntasks=2 --cpus-per-task=14 "
            "srun --overlap --nodes=1 --ntasks=1 --cpus-per-task=14 --pty bash");
}

}  // namespace
}  // namespace gpujob
