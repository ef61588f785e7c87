// SPDX-License-Identifier: MIT
#include "profile/sourcing.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "profile/site.h"

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
  add_named("plugins", "plug-in option");
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
  add_one("storage");
  add_one("billing");
  return blocks;
}

bool is_copied(const YamlRecord& block) {
  return is_copied(Source{block.texts("source"), "", ""});
}

std::vector<FactBlock> copied_blocks(const std::string& name, const YamlRecord& cluster) {
  std::vector<FactBlock> copied;
  if (is_copied(cluster)) copied.push_back({format("cluster '{}' itself", name), cluster});
  for (const FactBlock& block : fact_blocks(cluster)) {
    if (is_copied(block.record)) copied.push_back(block);
    for (const YamlRecord& limit : block.record.records("limits")) {
      if (is_copied(limit)) copied.push_back({format("a limit of {}", block.what), limit});
    }
  }
  return copied;
}

SourcingScore sourcing_score(const YamlFile& profile) {
  SourcingScore score;
  const YamlRecord root(profile, &profile.root());
  for (const auto& [name, cluster] : root.named_records("clusters")) {
    for (const FactBlock& block : fact_blocks(cluster)) {
      ++score.blocks;
      if (block.has_own_source() && !is_copied(block.record)) ++score.own;
    }
    score.copied += copied_blocks(name, cluster).size();
  }
  return score;
}

}  // namespace gpujob
