// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/memory_size.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"

namespace gpujob {

void check_memory(const ParsedScript&, const ResourceRequest& request, const LintContext& context,
                  Diagnostics& found) {
  if (!request.memory_mib) return;
  std::optional<long long> most;
  for (const NodeShape* shape : fitting_shapes(request)) {
    const std::optional<long long> memory = memory_for_jobs(*shape);
    if (!memory) return;
    most = std::max(most.value_or(0), *memory);
  }
  if (!most || *request.memory_mib <= *most) return;
  found.push_back(
      error(context, request.lines.memory,
            format("no node has {} of memory for a job", format_memory_mib(*request.memory_mib)),
            format("such nodes have at most {}", format_memory_mib(*most)),
            format("ask for at most {} per node", format_memory_mib(*most))));
}

}  // namespace gpujob
