// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/shebang.h"
#include "base/text.h"
#include "profile/cluster_check.h"

// Cross-checks of interpreters: what gpujob writes itself must be among what is supported.

namespace gpujob {

void check_shells(const ClusterCheck& check) {
  const Cluster& cluster = check.cluster;
  const std::string own = interpreter_of(cluster.shell);
  check_repeats(check, check.record, "shells");
  if (!cluster.shells.empty() && !contains(cluster.shells, own)) {
    check.report(check.record.place("shells"), format("'shells' leaves out '{}'", own),
                 format("gpujob writes scripts that begin with '{}'", cluster.shell),
                 "change 'shell' or 'shells'");
  }
  for (const auto& [name, record] : check.record.named_records("partitions")) {
    check_repeats(check, record, "avoided_shells");
    if (!contains(record.texts("avoided_shells"), own)) continue;
    check.report(record.place("avoided_shells"), format("partition '{}' avoids '{}'", name, own),
                 format("gpujob writes scripts that begin with '{}'", cluster.shell),
                 "change 'shell' or 'avoided_shells'");
  }
}

}  // namespace gpujob
