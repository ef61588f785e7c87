// SPDX-License-Identifier: MIT
#include "lint/resource_request.h"

#include <gtest/gtest.h>

#include "base/format.h"
#include "unit/lint/dawn.h"

namespace gpujob {
namespace {

/// "nodes tasks gpus gpus-per-node cpus-per-node memory" of a line of options.
std::string request_text(const std::string& options) {
  const ResourceRequest request = request_at_dawn("#!/bin/bash\n#SBATCH " + options + "\necho\n");
  return format("{} {} {} {} {} {}", request.nodes, request.tasks, request.gpus,
                request.gpus_per_node, request.cpus_per_node, request.memory_mib.value_or(-1));
}

TEST(ResourceRequest, IsAddedUpAsSlurmDoes) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      // options, then: nodes tasks gpus gpus-per-node cpus-per-node memory
      {"--time=1", "1 1 0 0 1 -1"},
      {"-N 2", "2 2 0 0 1 -1"},
      {"-N 2-4", "2 2 0 0 1 -1"},
      {"-n 24 --ntasks-per-node=1", "24 24 0 0 1 -1"},
      {"-n 25 --ntasks-per-node=12", "3 25 0 0 12 -1"},
      {"-N 2 --ntasks-per-node=4 -c 3", "2 8 0 0 12 -1"},
      {"-N 1 -n 24", "1 24 0 0 24 -1"},
      {"-n 24", "1 24 0 0 1 -1"},
      {"-n 1 -c 32 --gpus-per-task=1", "1 1 1 1 32 -1"},
      {"-n 24 --gpus-per-task=1", "1 24 24 1 1 -1"},
      {"-n 24 --ntasks-per-node=1 --gres=gpu:1", "24 24 24 1 1 -1"},
      {"--gpus=4", "1 1 4 1 1 -1"},
      {"--gpus=4 -N 1", "1 1 4 4 1 -1"},
      {"--gpus=5 -N 2", "2 2 5 3 1 -1"},
      {"--gpus=l40s:4", "1 1 4 1 1 -1"},
      {"-G 2", "1 1 2 1 1 -1"},
      {"--gpus-per-node=A100:2 -N 3", "3 3 6 2 1 -1"},
      {"--gpus=6 --gpus-per-node=2", "3 1 6 2 1 -1"},
      {"--gres=gpu", "1 1 1 1 1 -1"},
      {"--gres=gpu:2", "1 1 2 2 1 -1"},
      {"--gres=gpu:a100:2", "1 1 2 2 1 -1"},
      {"--gres=gres:gpu:a100:2(S:0-1),nvme:100", "1 1 2 2 1 -1"},
      {"--gres=nvme:100", "1 1 0 0 1 -1"},
      {"--gres=gpu:0", "1 1 0 0 1 -1"},
      {"--gres=gpu:a100:1,gpu:l40s:2", "1 1 3 3 1 -1"},
      {"--gpus=2 --cpus-per-gpu=8 -N 1", "1 1 2 2 16 -1"},
      {"--mem=4G", "1 1 0 0 1 4096"},
      {"--mem=0", "1 1 0 0 1 -1"},
      {"--mem-per-cpu=2G -c 4", "1 1 0 0 4 8192"},
      {"--mem-per-gpu=10G --gpus-per-node=2", "1 1 2 2 1 20480"},
      {"-n 999999999999 -c 999999999999 --gpus-per-task=999999999999",
       "1 1000000000 1000000000 1000000000 1000000000 -1"},
      {"-N 3 -n 2", "2 2 0 0 1 -1"},
      {"-n 1 --ntasks-per-node=8 -c 2", "1 1 0 0 16 -1"},
      {"-n 1 --ntasks-per-node=8 --gpus-per-task=1", "1 1 1 8 8 -1"},
      {"--gpus=7 -n 1", "1 1 7 7 1 -1"},
      {"--gpus=6 --gpus-per-task=2", "1 3 6 2 1 -1"},
      {"-n 5 -c 3 --gres=gpu:2 --gpus-per-task=1", "3 5 6 2 6 -1"},
      {"-n 5 -c 3 --gres=gpu:A100:2,gpu:l40s:1 --gpus-per-task=A100:1", "1 5 5 3 3 -1"},
      {"--gpus-per-node=2 --gres=gpu:3", "1 1 3 3 1 -1"},
      {"--gres=gpu:3 --gpus-per-node=2", "1 1 3 3 1 -1"},
      {"--gres=gpu:a100:1,gpu:a100:2", "1 1 2 2 1 -1"},
      {"-N 1 -n 500 -O", "1 500 0 0 1 -1"},
      {"--overcommit -N 2 -n 24 -c 4 --mem-per-cpu=1G", "2 24 0 0 4 4096"},
      {"-N 1 -n 500 -c 2", "1 500 0 0 1000 -1"},
      {"-n x -N y --gpus=z", "1 1 1 1 1 -1"},
  };
  for (const auto& [options, request] : cases) EXPECT_EQ(request_text(options), request) << options;
}

TEST(ResourceRequest, KnowsTheTypeWhereThereIsOne) {
  const auto type = [](const std::string& options) {
    return request_at_dawn("#!/bin/bash\n#SBATCH " + options + "\necho\n").gpu_type;
  };
  EXPECT_EQ(type("--gpus=l40s:1"), "l40s");
  EXPECT_EQ(type("--gres=gpu:A100:1"), "A100");
  EXPECT_EQ(type("--gres=gpu:A100"), "A100");
  EXPECT_EQ(type("--gpus=1"), "");
  EXPECT_EQ(type("--gres=gpu:A100:1,gpu:l40s:1"), "");
}

TEST(ResourceRequest, TakesTheDefaultPartition) {
  EXPECT_EQ(request_at_dawn("#!/bin/bash\necho\n").partitions, std::vector<std::string>{"batch"});
  EXPECT_EQ(request_at_dawn("#!/bin/bash\n#SBATCH -p a,b\necho\n").partitions,
            (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(request_at_dawn("#!/bin/bash\n# cluster: borealis\necho\n").partitions,
            std::vector<std::string>{});
}

TEST(ResourceRequest, RemembersTheLines) {
  const ResourceRequest request = request_at_dawn(
      "#!/bin/bash\n#SBATCH -n 4\n#SBATCH --ntasks-per-node=2\n#SBATCH -c 3\n#SBATCH -t 10\n"
      "#SBATCH --gres=gpu:1\n#SBATCH --mem=1G\n#SBATCH -C l40s\n#SBATCH -p batch\necho\n");
  EXPECT_EQ(request.lines.tasks.line, 2);
  EXPECT_EQ(request.lines.nodes.line, 2);
  EXPECT_EQ(request.lines.cpus.line, 4);
  EXPECT_EQ(request.lines.time.line, 5);
  EXPECT_EQ(request.lines.gpus.line, 6);
  EXPECT_EQ(request.lines.memory.line, 7);
  EXPECT_EQ(request.lines.constraint.line, 8);
  EXPECT_EQ(request.lines.partition.line, 9);
}

}  // namespace
}  // namespace gpujob
