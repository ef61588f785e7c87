// SPDX-License-Identifier: MIT
#include "jobs/site/site_draft.h"

#include <gtest/gtest.h>

#include "profile/reader.h"
#include "support/messages.h"

namespace gpujob {
namespace {

/// How often Slurm is asked at most, by the profile that is drafted of so many nodes.
std::optional<Seconds> drafted_floor(std::size_t nodes) {
  Inventory inventory;
  inventory.cluster_name = "pond";
  inventory.version = "25.05.1";
  inventory.partitions.emplace_back().name = "cpu";
  SlurmNode node;
  node.cpus = node.usable_cpus = 64;
  node.partitions = {"cpu"};
  inventory.nodes.assign(nodes, node);
  const SiteDraft draft = draft_site(inventory, GpuCatalogue({}), "2026-11-27");
  const auto file = parse_profile("pond.yaml", draft.text);
  EXPECT_TRUE(is_ok(file));
  const auto profile = read_profile(*file);
  EXPECT_TRUE(is_ok(profile));
  const Cluster& cluster = profile->clusters.front();
  EXPECT_EQ(cluster.nodes.front().count, static_cast<int>(nodes));
  return cluster.polling_floor;
}

TEST(SiteDraft, OfManyNodesHasALongPollingFloor) {
  EXPECT_EQ(drafted_floor(999), std::nullopt);
  EXPECT_EQ(drafted_floor(1000), Seconds(60));
  EXPECT_EQ(drafted_floor(10'000), Seconds(60));
}

}  // namespace
}  // namespace gpujob
