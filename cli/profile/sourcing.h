// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/yaml_record.h"

namespace gpujob {

/// A part of a cluster that states facts: a partition, a node shape, a directive.
struct FactBlock {
  std::string what;  ///< "partition 'gpu'", "'status'"
  YamlRecord record;

  /// Does it say itself where its facts are from and when they were read?
  bool has_own_source() const { return record.has("source") && record.has("checked"); }
};

/// All of a cluster, in order.
std::vector<FactBlock> fact_blocks(const YamlRecord& cluster);

/// Were its facts copied from another site's profile, and are they not confirmed yet?
bool is_copied(const YamlRecord& block);

/// All of a cluster that is: itself, blocks of it, and limits in them with a source of their own.
std::vector<FactBlock> copied_blocks(const std::string& name, const YamlRecord& cluster);

/// How many blocks there are, how many have a source of their own, and how many parts are copies.
struct SourcingScore {
  std::size_t own = 0;
  std::size_t blocks = 0;
  std::size_t copied = 0;
};

/// Of all clusters of a profile.
SourcingScore sourcing_score(const YamlFile& profile);

}  // namespace gpujob
