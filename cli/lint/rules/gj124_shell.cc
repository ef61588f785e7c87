// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/shebang.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"

// A warning only: many scripts work in other shells, but the center does not support them.

namespace gpujob {

namespace {

/// An interpreter that is not a shell must be started from one.
std::string way_out(const std::string& interpreter, const Cluster& cluster) {
  const std::string start = "begin with '" + cluster.shell + "'";
  return interpreter.ends_with("sh") ? start : start + " and start it from that script";
}

}  // namespace

void check_shell(const ParsedScript& script, const ResourceRequest& request,
                 const LintContext& context, Diagnostics& found) {
  const Cluster& cluster = context.cluster;
  const std::string interpreter = interpreter_of(script.script.shebang);
  if (interpreter.empty()) return;
  if (!cluster.shells.empty() && !contains(cluster.shells, interpreter)) {
    found.push_back(warning(context, {1, 1}, format("the script is for '{}'", interpreter),
                            format("{} supports {} only", cluster.name, join(cluster.shells, ", ")),
                            way_out(interpreter, cluster)));
    return;
  }
  for (const Partition* partition : known_partitions(request, cluster)) {
    if (!contains(partition->avoided_shells, interpreter)) continue;
    found.push_back(warning(context, {1, 1}, format("the script is for '{}'", interpreter),
                            format("it causes problems in partition '{}'", partition->name),
                            way_out(interpreter, cluster)));
    return;
  }
}

}  // namespace gpujob
