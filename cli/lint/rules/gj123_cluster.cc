// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/suggest.h"
#include "lint/clusters_option.h"
#include "lint/finding.h"
#include "lint/rules/rules.h"
#include "profile/cluster_state.h"
#include "script/quoting.h"

// Is the cluster retired or closing? The same check as gp211 and gp212 for a plan, for each cluster
// that the script names. An unknown cluster is only a warning: a profile may be incomplete.

namespace gpujob {

namespace {

void check_state(const Cluster& cluster, int line, const LintContext& context, Diagnostics& found) {
  if (context.today.empty()) return;
  const std::optional<Diagnostic> judged = judge_state(cluster, context.today);
  if (!judged) return;
  const auto say = judged->severity == Severity::Error ? error : warning;
  const std::string& successor = cluster.status.successor;
  found.push_back(say(context, line, judged->problem, judged->why,
                      format("run 'gpujob port {} --to {}'", shell_word(context.script_name),
                             successor.empty() ? "SITE" : successor)));
}

void report_unknown(const std::string& name, int line, const LintContext& context,
                    Diagnostics& found) {
  std::vector<std::string> known;
  for (const Cluster& cluster : context.profile->clusters) known.push_back(cluster.name);
  found.push_back(warning(
      context, line, "unknown cluster '" + name + "'",
      format("{} has {}", context.center, known.size() == 1 ? "is" : "are", join(known, ", ")),
      did_you_mean(name, known)));
}

}  // namespace

void check_cluster(const ParsedScript& script, const ResourceRequest&, const LintContext& context,
                   Diagnostics& found) {
  const std::vector<std::string> names = named_clusters(script.script);
  if (names.empty()) return check_state(context.cluster, 0, context, found);
  if (context.profile == nullptr) return;
  const int line = script.script.find("clusters")->line;
  for (const std::string& name : names) {
    if (const Cluster* cluster = find_named_cluster(*context.profile, name)) {
      check_state(*cluster, line, context, found);
    } else {
      report_unknown(name, line, context, found);
    }
  }
}

}  // namespace gpujob
