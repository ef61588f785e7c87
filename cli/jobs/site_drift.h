// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/yaml_edit.h"
#include "profile/site.h"
#include "slurm/inventory.h"

namespace gpujob {

/// One fact of which a profile and its cluster say different things.
struct Difference {
  enum class Kind { New, Gone, Changed };

  Kind kind = Kind::Changed;
  YamlPlace place;      ///< in the profile: of the value, else of its block
  std::string what;     ///< "partition 'gpu'"
  std::string key;      ///< "max_time"; empty: all of it
  std::string profile;  ///< the profile's value; empty: it has none
  std::string cluster;  ///< the cluster's value; empty: it has none
  std::string fix;      ///< what a person does where no edit does it
  TextEdits edits;      ///< of the file that has the place: what writes the cluster's value
  const YamlNode* block = nullptr;  ///< whose source the edits concern
};

std::string_view to_string(Difference::Kind kind);

/// Compares what both know: what a profile does not say is no difference, nor is what Slurm does
/// not say. In the order of the profile. `file` is the profile that `cluster` was read from.
std::vector<Difference> find_drift(const YamlFile& file, const Cluster& cluster,
                                   const Inventory& inventory);

/// `profile.yaml:12: changed: partition 'gpu' max_time (profile …, cluster …); what to do`.
Diagnostic drift_diagnostic(const YamlFile& file, const Difference& difference);

}  // namespace gpujob
