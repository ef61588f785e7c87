// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/memory_size.h"
#include "base/text.h"
#include "lint/fact_source.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"

// A job that takes more than belongs to its GPUs keeps others idle, and centers charge it for them.

namespace gpujob {

namespace {

/// What of a shape belongs to the job's GPUs on a node; nothing: unknown.
using ShareOfShape = std::optional<long long> (*)(const NodeShape& shape);

/// The shape that gives the most to one GPU; null if some shape's share is unknown.
const NodeShape* most_generous(const std::vector<const NodeShape*>& shapes, ShareOfShape share) {
  const NodeShape* best = nullptr;
  for (const NodeShape* shape : shapes) {
    if (!share(*shape)) return nullptr;
    if (best == nullptr || *share(*shape) > *share(*best)) best = shape;
  }
  return best;
}

std::optional<long long> cpu_share(const NodeShape& shape) {
  return shape.share_per_gpu.cpus;
}

std::optional<long long> memory_share(const NodeShape& shape) {
  return shape.share_per_gpu.memory_mib;
}

/// GPUs whose shares add up to the amount.
std::string gpus_for(long long amount, long long share) {
  return count_of((amount + share - 1) / share, "GPU");
}

}  // namespace

void check_gpu_share(const ParsedScript&, const ResourceRequest& request,
                     const LintContext& context, Diagnostics& found) {
  const long long gpus = request.gpus_per_node;
  if (gpus == 0 || gets_whole_nodes(request, context.cluster)) return;
  const std::vector<const NodeShape*> shapes = fitting_shapes(request);
  const std::string asked = count_of(gpus, "GPU");
  const auto report = [&](ScriptPlace place, const NodeShape& shape, const std::string& amount,
                          const std::string& share, const std::string& gpus_needed) {
    found.push_back(
        warning(context, place, format("{} beside {}", amount, asked),
                format("{} belong to each; this is the share of {}", share, gpus_needed),
                "ask for no more than the share, or for the GPUs too"));
    found.back().source = source_text(context, shape.source);
  };
  if (const NodeShape* shape = most_generous(shapes, cpu_share)) {
    const long long share = *shape->share_per_gpu.cpus;
    if (request.cpus_per_node > share * gpus) {
      report(request.lines.cpus, *shape, count_of(request.cpus_per_node, "CPU"),
             count_of(share, "CPU"), gpus_for(request.cpus_per_node, share));
    }
  }
  if (const NodeShape* shape = most_generous(shapes, memory_share)) {
    const long long share = *shape->share_per_gpu.memory_mib;
    if (request.memory_mib && *request.memory_mib > share * gpus) {
      report(request.lines.memory, *shape, format_memory_mib(*request.memory_mib) + " of memory",
             format_memory_mib(share), gpus_for(*request.memory_mib, share));
    }
  }
}

}  // namespace gpujob
