// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"
#include "script/option_value.h"

namespace gpujob {

namespace {

/// The most CPUs that one of the shapes gives a job; nothing if one is unknown.
std::optional<long long> most_cpus(const std::vector<const NodeShape*>& shapes) {
  std::optional<long long> most;
  for (const NodeShape* shape : shapes) {
    const std::optional<long long> cpus = cpus_for_jobs(*shape);
    if (!cpus) return std::nullopt;
    most = std::max(most.value_or(0), *cpus);
  }
  return most;
}

/// The most by the center's share of CPUs per GPU, among shapes with enough CPUs.
std::optional<long long> most_cpus_for_gpus(const std::vector<const NodeShape*>& shapes,
                                            long long cpus, long long gpus) {
  std::optional<long long> most;
  for (const NodeShape* shape : shapes) {
    const std::optional<long long> there = cpus_for_jobs(*shape);
    if (there && *there < cpus) continue;
    if (!shape->max_cpus_per_gpu) return std::nullopt;
    most = std::max<long long>(most.value_or(0), *shape->max_cpus_per_gpu * gpus);
  }
  return most;
}

/// --threads-per-core above what the nodes have.
void check_threads(const ParsedScript& script, const ResourceRequest& request,
                   const LintContext& context, Diagnostics& found) {
  const Directive* option = script.script.find("threads-per-core");
  if (option == nullptr || !option->value) return;
  const std::optional<long long> threads = parse_count(*option->value);
  long long most = 0;
  for (const NodeShape* shape : request.shapes) {
    if (!shape->threads_per_core) return;
    most = std::max<long long>(most, *shape->threads_per_core);
  }
  if (!threads || most == 0 || *threads <= most) return;
  found.push_back(error(context, option->place(),
                        format("no core has {}", count_of(*threads, "thread")),
                        format("such nodes have {} per core", most), "remove the option"));
}

}  // namespace

void check_cpus(const ParsedScript& script, const ResourceRequest& request,
                const LintContext& context, Diagnostics& found) {
  check_threads(script, request, context, found);
  const std::vector<const NodeShape*> shapes = fitting_shapes(request);
  const std::optional<long long> most = most_cpus(shapes);
  if (most && request.cpus_per_node > *most) {
    found.push_back(error(
        context, request.lines.cpus, format("no node gives a job {} CPUs", request.cpus_per_node),
        format("such nodes give at most {}", *most), format("ask for at most {} per node", *most)));
    return;
  }
  if (!request.wants_gpus()) return;
  const std::optional<long long> share =
      most_cpus_for_gpus(shapes, request.cpus_per_node, request.gpus_per_node);
  if (!share || request.cpus_per_node <= *share) return;
  found.push_back(warning(
      context, request.lines.cpus,
      format("{} CPUs for {}", request.cpus_per_node, count_of(request.gpus_per_node, "GPU")),
      format("the center gives that many GPUs at most {}", *share),
      format("ask for at most {}", *share)));
}

}  // namespace gpujob
