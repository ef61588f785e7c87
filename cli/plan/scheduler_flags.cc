// SPDX-License-Identifier: MIT
#include "plan/scheduler_flags.h"

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

/// Only flags: a variable or the configuration may well be meant for the centers.
bool is_flag(const std::optional<SourcedValue>& setting) {
  return setting && setting->from == From::Flag;
}

std::vector<std::string> idle_flags(const Request& request) {
  std::vector<std::string> idle;
  const auto add = [&](const char* flag, bool given) {
    if (given) idle.emplace_back(flag);
  };
  add("--cpus-per-task", request.cpus_per_task.has_value());
  add("--mem", request.memory_mib.has_value());
  add("--constraint", request.constraint.has_value());
  add("--account", is_flag(request.account));
  add("--partition", is_flag(request.partition));
  add("--qos", is_flag(request.qos));
  add("--reservation", is_flag(request.reservation));
  return idle;
}

void refuse(Draft& draft, std::string problem, std::string fix) {
  draft.report({"gp226", Severity::Error, draft.at_site(), std::move(problem),
                "it has no scheduler", std::move(fix), ""});
}

}  // namespace

void check_scheduler_flags(Draft& draft) {
  if (draft.has_scheduler()) return;
  const Request& request = draft.request;
  const int nodes = request.nodes.value_or(1);
  if (nodes > 1) {
    refuse(draft, format("is one machine, {} are asked", count_of(nodes, "node")),
           "leave --nodes out");
  }
  if (!request.sbatch_arguments.empty())
    refuse(draft, "no sbatch takes the options after '--'", "leave them out");
  const std::vector<std::string> idle = idle_flags(request);
  if (idle.empty()) return;
  const bool one = idle.size() == 1;
  draft.report({"gp226", Severity::Warning, draft.at_site(),
                format("{} {} no effect", join(idle, ", "), one ? "has" : "have"),
                "it has no scheduler", one ? "leave it out" : "leave them out", ""});
}

}  // namespace gpujob
