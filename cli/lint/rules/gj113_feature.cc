// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/suggest.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"

// A warning only: a center may have features that its guide does not list.

namespace gpujob {

void check_feature(const ParsedScript& script, const ResourceRequest& request,
                   const LintContext& context, Diagnostics& found) {
  if (request.lines.constraint == 0) return;
  if (!request.constraint) {
    found.push_back(error(
        context, request.lines.constraint,
        "'" + script.script.find("constraint")->value.value() + "' is not a feature expression",
        "sbatch refuses: \"Invalid feature specification\"", "join features with '&' or '|'"));
    return;
  }
  std::vector<std::string> known = known_features(context.cluster);
  const auto& unplaced = context.cluster.unplaced_features;
  known.insert(known.end(), unplaced.begin(), unplaced.end());
  if (known.empty()) return;
  std::sort(known.begin(), known.end());
  for (const std::string& feature : request.constraint->features()) {
    if (std::find(known.begin(), known.end(), feature) != known.end()) continue;
    found.push_back(warning(context, request.lines.constraint, "unknown feature '" + feature + "'",
                            format("{} has {}", context.cluster.name, join(known, ", ")),
                            did_you_mean(feature, known)));
  }
}

}  // namespace gpujob
