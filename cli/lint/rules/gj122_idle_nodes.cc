// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/rules/rules.h"

// sbatch warns of it at submission, which is easily missed: "Warning: can't run 1 processes on 2
// nodes, setting nnodes to 1" (measured on Slurm 22.05.8).

namespace gpujob {

void check_idle_nodes(const ParsedScript& script, const ResourceRequest& request,
                      const LintContext& context, Diagnostics& found) {
  const Directive* nodes = script.script.find("nodes");
  if (nodes == nullptr || !nodes->value || !request.parts.tasks) return;
  const std::optional<long long> least =
      parse_integer(std::string_view(*nodes->value).substr(0, nodes->value->find('-')));
  const long long tasks = *request.parts.tasks;
  if (!least || *least <= tasks) return;
  found.push_back(warning(context, nodes->place(),
                          format("{} for {}", count_of(*least, "node"), count_of(tasks, "task")),
                          format("sbatch then asks for {} only", count_of(tasks, "node")),
                          format("use --ntasks={}, or --ntasks-per-node=1", *least)));
}

}  // namespace gpujob
