// SPDX-License-Identifier: MIT
#include "plan/request_checks.h"

#include <string>
#include <vector>

#include "base/format.h"
#include "base/index_list.h"
#include "base/text.h"
#include "profile/cluster_state.h"

namespace gpujob {

namespace {

void report_names(Draft& draft, const std::vector<std::string>& names, Severity severity) {
  if (names.empty()) return;
  draft.report(
      {"gp216", severity, "environment",
       format("{} {} set in this shell", join(names, ", "), names.size() == 1 ? "is" : "are"),
       "gpujob does not pass them on",
       severity == Severity::Warning ? "use the flags of the same names" : "", ""});
}

/// Flags only: variables and configuration may be meant for the centers.
bool is_flag(const std::optional<SourcedValue>& setting) {
  return setting && setting->from == From::Flag;
}

std::vector<std::string> idle_flags(const Request& request) {
  std::vector<std::string> idle;
  const auto add = [&](const char* flag, bool given) {
    if (given) idle.emplace_back(flag);
  };
  const auto by_flag = [&](const char* option) { return !request.script_origins.contains(option); };
  add("--cpus-per-task", request.cpus_per_task && by_flag("cpus-per-task"));
  add("--mem", request.memory_mib.has_value());
  add("--constraint", request.constraint && by_flag("constraint"));
  add("--account", is_flag(request.account));
  add("--partition", is_flag(request.partition));
  add("--qos", is_flag(request.qos));
  add("--reservation", is_flag(request.reservation));
  return idle;
}

/// The number after '%': so many tasks at a time.
bool is_throttle(std::string_view text) {
  if (text.ends_with(']')) text.remove_suffix(1);
  const auto tasks = parse_integer(text);
  return tasks && *tasks > 0;
}

void refuse(Draft& draft, std::string problem, std::string fix) {
  draft.report({"gp226", Severity::Error, draft.at_site(), std::move(problem),
                "it has no scheduler", std::move(fix), ""});
}

}  // namespace

void check_shell_variables(Draft& draft) {
  std::vector<std::string> of_sbatch;
  std::vector<std::string> others;
  for (const std::string& name : draft.request.slurm_variables)
    (name.starts_with("SBATCH_") ? of_sbatch : others).push_back(name);
  report_names(draft, of_sbatch, Severity::Warning);
  report_names(draft, others, Severity::Note);
}

void check_shared_cores(Draft& draft) {
  const auto& runs = draft.request.neighbours;
  if (runs.empty()) return;
  draft.report(
      {"gp224", Severity::Warning, draft.at_site(),
       format("{} {} on the same cores", join(runs, ", "), runs.size() == 1 ? "runs" : "run"),
       "each will take longer than alone", format("run 'gpujob wait {}' first", join(runs, " ")),
       ""});
}

void check_scheduler_flags(Draft& draft) {
  if (draft.has_scheduler()) return;
  const Request& request = draft.request;
  const int nodes = request.nodes.value_or(1);
  if (nodes > 1) {
    refuse(draft, format("is one machine, {} requested", count_of(nodes, "node")),
           "leave --nodes out");
  }
  if (!request.sbatch_arguments.empty())
    refuse(draft, "options after '--' are for sbatch", "leave them out");
  if (request.dependency)
    refuse(draft, "starts a job at once, --dependency asks to hold it back", "leave it out");
  if (request.array)
    refuse(draft, "runs one job at a time, --array asks for an array of them", "leave it out");
  const std::vector<std::string> idle = idle_flags(request);
  if (idle.empty()) return;
  const bool one = idle.size() == 1;
  draft.report({"gp226", Severity::Warning, draft.at_site(),
                format("{} {} no effect", join(idle, ", "), one ? "has" : "have"),
                "it has no scheduler", one ? "leave it out" : "leave them out", ""});
}

Status check_array(Draft& draft) {
  const std::optional<SourcedValue>& array = draft.request.array;
  if (!array) return {};
  const std::size_t percent = array->value.find('%');
  const auto indices = read_index_list(array->value);
  const bool throttled = percent != std::string::npos;
  if (!indices || (throttled && !is_throttle(array->value.substr(percent + 1)))) {
    const bool is_flag = array->from == From::Flag;
    return Failure(ExitCode::Usage, is_flag ? "option '--array'" : array->origin,
                   format("'{}' is not a list of array indices", printable(array->value)), "",
                   "write it like 0-9, 1,3,5 or, with ten at a time, 0-99%10");
  }
  const std::optional<int> size = draft.cluster().max_array_size;
  if (!size || indices->back() < *size) return {};
  draft.report({"gp230", Severity::Error, draft.at_site(),
                format("array index {} is too large", indices->back()),
                format("indices go to {} there", *size - 1),
                "use lower indices, and several arrays for more tasks", ""});
  return {};
}

void check_cluster_status(Draft& draft) {
  std::optional<Diagnostic> found = judge_state(draft.cluster(), draft.request.today);
  if (!found) return;
  const bool retired = draft.cluster().status.state == ClusterStatus::State::Retired;
  found->code = retired ? "gp211" : "gp212";
  found->where = draft.at_site();
  if (draft.request.retired == RetiredClusters::Allow) {
    found->severity = Severity::Warning;
  } else if (found->severity == Severity::Error) {
    found->fix += found->fix.empty() ? "" : ", or ";
    found->fix += "--allow-retired to go on";
  }
  draft.report(*std::move(found));
}

std::optional<Diagnostic> age_of_facts(const Draft& draft) {
  const std::string oldest = outdated_since(draft.cluster(), draft.request.today);
  if (oldest.empty() || draft.cluster().scheduler == Scheduler::None) return std::nullopt;
  return Diagnostic{"gp231",
                    Severity::Note,
                    draft.at_site(),
                    format("its profile has facts of {}, more than a year old", oldest),
                    "a center may have changed them",
                    "compare them with the cluster by 'gpujob site drift'",
                    ""};
}

void check_copied_facts(Draft& draft) {
  const std::string from = draft.cluster().copied_from();
  if (from.empty()) return;
  draft.report({"gp233", Severity::Warning, draft.at_site(),
                format("its profile has facts that are copied from {}", from),
                "whether they hold here is not confirmed",
                format("'gpujob site check {}' names them", draft.input.profile.file), ""});
}

}  // namespace gpujob
