// SPDX-License-Identifier: MIT
#include "lint/node_capacity.h"

#include <gtest/gtest.h>

#include "lint/matching_nodes.h"
#include "unit/lint/dawn.h"

namespace gpujob {
namespace {

/// Does a cluster have room for a script with these options?
bool room(const std::string& options, const std::string& cluster = "aurora") {
  const ResourceRequest request =
      request_at_dawn("#!/bin/bash\n# cluster: " + cluster + "\n#SBATCH " + options + "\necho\n");
  return may_fit_on(request, request.shapes);
}

TEST(Room, IsForAsManyTasksAsTheBestNodesHold) {
  // The largest nodes: two of 64 CPUs, then twelve of 48.
  EXPECT_TRUE(room("-N 2 -n 128"));
  EXPECT_FALSE(room("-N 2 -n 129"));
  EXPECT_TRUE(room("-N 3 -n 176"));
  EXPECT_FALSE(room("-N 3 -n 177"));
  EXPECT_TRUE(room("-N 2 -n 42 -c 3")) << "21 tasks on each";
  EXPECT_FALSE(room("-N 2 -n 43 -c 3")) << "a task spans no nodes";
}

TEST(Room, IsForTasksWithTheirGpus) {
  EXPECT_TRUE(room("-N 1 -n 6 --gpus-per-task=1"));
  EXPECT_FALSE(room("-N 1 -n 4 --gpus-per-task=2"));
  EXPECT_TRUE(room("-N 2 -n 2 -c 32 --gres=gpu:2 --gpus-per-task=1"));
  EXPECT_FALSE(room("-N 2 -n 2 -c 33 --gres=gpu:2 --gpus-per-task=1")) << "two of 64 CPUs";
  EXPECT_FALSE(room("-N 2 -n 2 -c 33 -O --gres=gpu:2 --gpus-per-task=1"));
  EXPECT_TRUE(room("-N 2 --gpus=l40s:12"));
  EXPECT_FALSE(room("-N 2 --gpus=l40s:13"));
  EXPECT_TRUE(room("--gpus=l40s:32"));
  EXPECT_FALSE(room("--gpus=l40s:33"));
  EXPECT_FALSE(room("-N 1 --gpus=4 --cpus-per-gpu=20"));
  EXPECT_FALSE(room("-N 1 --gpus=4 --mem-per-gpu=200000"));
}

TEST(Room, IsOnNoMoreNodesThanAreLeft) {
  EXPECT_FALSE(room("--ntasks-per-node=1 --gpus=l40s:7")) << "one task, so one node";
  EXPECT_TRUE(room("--ntasks-per-node=2 --gpus=l40s:7"));
  EXPECT_FALSE(room("-N 1-3 -n 130 --gpus=2")) << "two GPUs cut a range of three nodes";
  EXPECT_TRUE(room("-n 130 --gpus=2"));
}

TEST(Room, IsWhereMemoryAndCpusAre) {
  EXPECT_TRUE(room("-N 1 -n 64 --mem-per-cpu=11875")) << "760000 MiB";
  EXPECT_FALSE(room("-N 1 -n 64 --mem-per-cpu=11876"));
  EXPECT_FALSE(room("-C skylake -n 1 --mem=200000"));
  EXPECT_FALSE(room("-C zen3 -N 1 -n 45")) << "44 of 48 are for jobs";
  EXPECT_TRUE(room("--ntasks-per-node=16 -n 1 -c 4"));
  EXPECT_FALSE(room("--ntasks-per-node=16 -n 1 -c 5"));
}

TEST(Room, CountsWholeCores) {
  // 256 threads of 128 cores and 227328 MiB: 888 per thread.
  EXPECT_TRUE(room("-p main -N 1 -n 2 --mem-per-cpu=113664", "borealis"));
  EXPECT_FALSE(room("-p main -N 1 -n 1 --mem-per-cpu=113665", "borealis"));
  EXPECT_TRUE(room("-p main --exclusive --mem-per-cpu=888", "borealis"));
  EXPECT_FALSE(room("-p main --exclusive --mem-per-cpu=889", "borealis"));
}

TEST(Room, IsTakenForGrantedWhereNothingIsKnown) {
  EXPECT_TRUE(room("-p shared -n 5000 --gpus-per-task=1", "borealis")) << "count unknown";
  EXPECT_TRUE(room("-p desk -N 1 --gpus=99 --mem=9000G", "borealis")) << "GPUs, memory unknown";
}

/// The errors that lint finds in a script with these options.
std::string errors_of(const std::string& options, const std::string& cluster) {
  std::string text;
  for (const Diagnostic& one :
       lint_at_dawn("#!/bin/bash\n# cluster: " + cluster + "\n#SBATCH " + options + "\nsrun x\n")) {
    if (one.severity == Severity::Error) text += std::string(one.code) + " ";
  }
  return text;
}

TEST(Room, IsOnAsManyNodesAsThePartitionGives) {
  // Six: the two of 64 CPUs and four of 48. Whether Slurm finds just these is another question.
  EXPECT_EQ(errors_of("-A dawn2026-001 -t 10 -n 320", "aurora"), "");
  EXPECT_EQ(errors_of("-A dawn2026-001 -t 10 -n 321", "aurora"), "gj121 ");
}

TEST(Room, IsOfWholeNodesWhereJobsOfSeveralGetThem) {
  const auto codes = [](const std::string& options) {
    return errors_of("-t 10 -p shared --gpus-per-node=1 " + options, "borealis");
  };
  // 32 CPUs and 96000 MiB: 3000 per CPU.
  EXPECT_EQ(codes("-N 2 --mem-per-cpu=3000"), "");
  EXPECT_EQ(codes("-N 2 --mem-per-cpu=3001"), "gj121 ");
  EXPECT_EQ(codes("-N 1 --mem-per-cpu=96000"), "");
}

}  // namespace
}  // namespace gpujob
