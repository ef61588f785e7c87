// SPDX-License-Identifier: MIT
#include "profile/sourcing.h"

#include <algorithm>
#include <array>

#include "base/format.h"

namespace gpujob {

std::vector<FactBlock> fact_blocks(const YamlRecord& cluster) {
  std::vector<FactBlock> blocks;
  const auto add_one = [&](const char* key) {
    if (cluster.has(key)) blocks.push_back({format("'{}'", key), cluster.record(key)});
  };
  const auto add_named = [&](const char* key, const char* what) {
    for (const auto& [name, record] : cluster.named_records(key))
      blocks.push_back({format("{} '{}'", what, name), record});
  };
  blocks.push_back({"'status'", cluster.record("status")});
  add_one("match");
  add_named("directives", "directive");
  add_named("partitions", "partition");
  add_named("qos", "QOS");
  for (const YamlRecord& record : cluster.records("limits")) blocks.push_back({"a limit", record});
  for (const YamlRecord& record : cluster.records("nodes"))
    blocks.push_back({format("node shape '{}'", record.text("id")), record});
  add_named("gpus", "GPU type");
  add_named("stacks", "stack");
  add_one("interactive");
  add_one("array");
  add_one("sbatch_answers");
  return blocks;
}

SourcingScore sourcing_score(const YamlFile& profile) {
  SourcingScore score;
  const YamlRecord root(profile, &profile.root());
  for (const auto& [name, cluster] : root.named_records("clusters")) {
    for (const FactBlock& block : fact_blocks(cluster)) {
      ++score.blocks;
      if (block.has_own_source()) ++score.own;
    }
  }
  return score;
}

}  // namespace gpujob
