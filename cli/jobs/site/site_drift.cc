// SPDX-License-Identifier: MIT
#include "jobs/site/site_drift.h"

#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "jobs/site/node_drift.h"
#include "jobs/site/partition_drift.h"

// Each change of a cluster is one difference, at its cause: a partition that is gone is not missed
// again on each node shape, a GPU type that is spelt anew changes its `gres` alone.

namespace gpujob {

std::string_view to_string(Difference::Kind kind) {
  switch (kind) {
    case Difference::Kind::New:
      return "new";
    case Difference::Kind::Gone:
      return "gone";
    case Difference::Kind::Changed:
      break;
  }
  return "changed";
}

std::vector<Difference> find_drift(const YamlFile& file, const Cluster& cluster,
                                   const Inventory& inventory) {
  Differences found(file, cluster.name);
  compare_partitions(found, cluster, inventory);
  compare_nodes(found, cluster, inventory);
  return std::move(found).sorted();
}

Diagnostic drift_diagnostic(const YamlFile& file, const Difference& difference) {
  std::string problem = format("{}: {}", to_string(difference.kind), difference.what);
  if (!difference.key.empty()) problem += " " + difference.key;
  std::vector<std::string> values;
  if (!difference.profile.empty()) values.push_back("profile: " + difference.profile);
  if (!difference.cluster.empty()) values.push_back("cluster: " + difference.cluster);
  return {"",
          Severity::Warning,
          format("{}:{}", file.name(difference.place), difference.place.line),
          std::move(problem),
          printable(join(values, "; ")),
          !difference.edits.empty() ? "--update writes it"
          : difference.fix.empty()  ? "change it there"
                                    : difference.fix,
          ""};
}

}  // namespace gpujob
