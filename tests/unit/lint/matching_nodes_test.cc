// SPDX-License-Identifier: MIT
#include "lint/matching_nodes.h"

#include <gtest/gtest.h>

#include "unit/lint/dawn.h"

namespace gpujob {
namespace {

/// Ids of the shapes that could serve a script with these options on a cluster.
std::vector<std::string> fitting(const std::string& cluster, const std::string& options) {
  const std::string script =
      "#!/bin/bash\n# cluster: " + cluster + "\n#SBATCH " + options + "\necho\n";
  std::vector<std::string> ids;
  for (const NodeShape* shape : fitting_shapes(request_at_dawn(script))) ids.push_back(shape->id);
  return ids;
}

using Ids = std::vector<std::string>;

TEST(FittingShapes, AreInThePartition) {
  EXPECT_EQ(fitting("aurora", "-t 1"), (Ids{"thin", "l40s2", "l40s6", "a100"}));
  EXPECT_EQ(fitting("aurora", "-p short"), (Ids{"thin", "l40s2"}));
  EXPECT_EQ(fitting("aurora", "-p short,batch"), (Ids{"thin", "l40s2", "l40s6", "a100"}));
  EXPECT_EQ(fitting("aurora", "-p nowhere"), Ids{});
}

TEST(FittingShapes, CarryTheGpus) {
  EXPECT_EQ(fitting("aurora", "--gpus=1"), (Ids{"l40s2", "l40s6", "a100"}));
  EXPECT_EQ(fitting("aurora", "--gpus=l40s:1"), (Ids{"l40s2", "l40s6"}));
  EXPECT_EQ(fitting("aurora", "--gpus-per-node=l40s:3"), Ids{"l40s6"});
  EXPECT_EQ(fitting("aurora", "--gpus=a100:1"), Ids{});
  EXPECT_EQ(fitting("borealis", "-p desk --gpus=99 -N 1"), Ids{"desk"}) << "number unknown";
}

TEST(FittingShapes, MatchTheConstraint) {
  EXPECT_EQ(fitting("aurora", "-C zen4"), (Ids{"l40s2", "l40s6"}));
  EXPECT_EQ(fitting("aurora", "-C \"zen4|skylake\""), (Ids{"thin", "l40s2", "l40s6"}));
  EXPECT_EQ(fitting("aurora", "-C secret"), (Ids{"thin", "l40s2", "l40s6", "a100"}));
  EXPECT_EQ(fitting("borealis", "-p main -C any"), Ids{"main"}) << "features unknown";
  EXPECT_EQ(fitting("hearsay", "-p gpu,cpu -C GROUP_A"), (Ids{"gpu", "cpu"})) << "any may have it";
  EXPECT_EQ(fitting("hearsay", "-p gpu,cpu -C 'GROUP_A&large'"), Ids{"cpu"});
}

TEST(NodesOn, CountsNodesForGpus) {
  const auto nodes = [](const std::string& options) {
    const ResourceRequest request =
        request_at_dawn("#!/bin/bash\n# cluster: borealis\n#SBATCH " + options + "\necho\n");
    return nodes_on(fitting_shapes(request), request);
  };
  EXPECT_EQ(nodes("-p shared --gpus=3"), 3);
  EXPECT_EQ(nodes("-p gpu --gpus=9"), 2);
  EXPECT_EQ(nodes("-p gpu --gpus=9 -N 4"), 4);
  EXPECT_EQ(nodes("-p desk --gpus=9"), 1);
  EXPECT_EQ(nodes("-p main"), 1);
}

TEST(GpusComeAnyway, WhereWholeNodesHaveThem) {
  const Cluster& borealis = *dawn().find_cluster("borealis");
  const auto come = [&](const std::string& partition) {
    const ResourceRequest request =
        request_at_dawn("#!/bin/bash\n# cluster: borealis\n#SBATCH -p " + partition + "\necho\n");
    return gpus_come_anyway(request, borealis);
  };
  EXPECT_TRUE(come("gpu"));
  EXPECT_FALSE(come("shared"));
  EXPECT_FALSE(come("main"));
  EXPECT_FALSE(come("gpu,shared"));
}

}  // namespace
}  // namespace gpujob
