// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"

// Nodes stand idle while Slurm collects them for a wide job, so a wide and short job wastes more
// than it computes. A warning only, since centers allow exceptions. One node needs no collecting.
//
// Worked example: 30 nodes for five minutes, where one node per minute is allowed: 30 nodes
// need half an hour, and five minutes allow 5 nodes.

namespace gpujob {

namespace {

struct RateLimit {
  double nodes_per_minute = 0;
  std::string partition;
};

/// The widest of the partitions' limits; nothing if one is unlimited.
std::optional<RateLimit> limit_of(const ResourceRequest& request, const Cluster& cluster) {
  std::optional<RateLimit> widest;
  for (const Partition* partition : known_partitions(request, cluster)) {
    if (!partition->max_nodes_per_minute) return std::nullopt;
    if (widest && *partition->max_nodes_per_minute <= widest->nodes_per_minute) continue;
    widest = RateLimit{*partition->max_nodes_per_minute, partition->name};
  }
  return widest;
}

}  // namespace

void check_wide_and_short(const ParsedScript&, const ResourceRequest& request,
                          const LintContext& context, Diagnostics& found) {
  const std::optional<RateLimit> limit = limit_of(request, context.cluster);
  if (!limit || !request.time || *request.time == kUnlimited) return;
  const long long nodes = nodes_on(fitting_shapes(request), request);
  const double most = limit->nodes_per_minute * static_cast<double>(request.time->count()) / 60;
  if (nodes <= 1 || static_cast<double>(nodes) <= most) return;
  const auto minutes =
      std::llround(std::ceil(static_cast<double>(nodes) / limit->nodes_per_minute));
  const long long fewer = std::max(1LL, std::llround(std::floor(most)));
  found.push_back(warning(
      context, request.lines.time,
      format("{} for {}: too wide for so short a job", count_of(nodes, "node"),
             format_walltime(*request.time)),
      format("partition '{}' allows at most {} per minute of time", limit->partition,
             limit->nodes_per_minute == 1 ? "1 node" : format("{} nodes", limit->nodes_per_minute)),
      format("ask for at least {}, or for at most {}", format_walltime(Seconds(minutes * 60)),
             count_of(fewer, "node"))));
}

}  // namespace gpujob
