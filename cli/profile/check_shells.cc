// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/shebang.h"
#include "profile/cluster_check.h"

// Cross-checks of interpreters: what gpujob writes itself must be among what is supported.

namespace gpujob {

namespace {

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void check_shells(const ClusterCheck& check) {
  const Cluster& cluster = check.cluster;
  const std::string own = interpreter_of(cluster.shell);
  check_repeats(check, check.record, "shells");
  if (!cluster.shells.empty() && !holds(cluster.shells, own)) {
    check.report(check.record.place("shells"), format("'shells' leaves out '{}'", own),
                 format("gpujob writes scripts that begin with '{}'", cluster.shell),
                 "change 'shell' or 'shells'");
  }
  for (const auto& [name, record] : check.record.named_records("partitions")) {
    check_repeats(check, record, "avoided_shells");
    if (!holds(record.texts("avoided_shells"), own)) continue;
    check.report(record.place("avoided_shells"), format("partition '{}' avoids '{}'", name, own),
                 format("gpujob writes scripts that begin with '{}'", cluster.shell),
                 "change 'shell' or 'avoided_shells'");
  }
}

}  // namespace gpujob
