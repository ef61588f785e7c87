// SPDX-License-Identifier: MIT
#include "run/retry.h"

#include <algorithm>

#include "base/format.h"
#include "base/index_list.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/text.h"
#include "run/array_tasks.h"
#include "run/json_fields.h"
#include "slurm/find_slurm.h"

namespace gpujob {

namespace {

const std::string kRetriedSchema = "gpujob/retried/v1";

std::string retried_path(const RunRecord& run) {
  return join_path(run.directory, "retried.json");
}

/// The run that `run` was sent again as, if it is still there; else empty.
Result<std::string> retried_as(const World& world, const RunStore& store, const RunRecord& run) {
  const std::string path = retried_path(run);
  const Result<std::optional<std::string>> text = world.read_if_present(path);
  if (!text) return text.failure();
  if (!*text) return std::string();
  const Result<Json> document = parse_document(path, **text, kRetriedSchema);
  if (!document) return document.failure();
  const std::string id = text_field_of(*document, "run");
  return store.holds(id) ? id : std::string();
}

Failure not_again(const RunRecord& run, std::string problem, std::string fix) {
  return {ExitCode::Usage, format("run {}", run.id), std::move(problem),
          format("it is {}", to_string(run.state)), std::move(fix)};
}

}  // namespace

Status check_cluster_again(World& world, const RunRecord& run) {
  const Endpoint& endpoint = run.endpoint;
  if (endpoint.kind != EndpointKind::Slurm || endpoint.cluster_name.empty()) return {};
  if (!endpoint.clusters_option.empty()) return {};
  const Result<std::string> name = ask_cluster_name(world, endpoint);
  if (!name) return name.failure();
  if (*name == endpoint.cluster_name) return {};
  if (name->empty()) {
    return Failure{ExitCode::Unknown, where_of(run), "cannot be sent again from here",
                   "this Slurm does not tell its ClusterName", "try again in a minute"};
  }
  return Failure{
      ExitCode::Usage, format("run {}", run.id), "cannot be sent again from here",
      format("this Slurm is cluster '{}', the run was sent to '{}'", *name, endpoint.cluster_name),
      format("run it on a login node of '{}'", endpoint.cluster_name)};
}

JobPlan plan_again(const RunRecord& run, const std::string& run_id,
                   const std::string& runs_directory) {
  JobPlan plan = run.plan;
  const auto renew = [&](std::string& text) {
    text = replace_all(text, run.id, run_id);
    if (run.plan.array_task) text = replace_all(text, run.plan.array_task->array, run_id);
  };
  plan.array_task.reset();
  plan.run_id = run_id;
  plan.run_directory = join_path(runs_directory, run_id);
  plan.retry_of = run.id;
  renew(plan.job_name);
  const std::vector<int> failed = failed_tasks(run);
  for (PlannedOption& option : plan.options) {
    if (option.option == "job-name") option.value = plan.job_name;
    if (option.option == "array" && !failed.empty()) {
      const std::size_t throttle = std::min(option.value->find('%'), option.value->size());
      option.value = index_list_text(failed) + option.value->substr(throttle);
    }
  }
  std::erase_if(plan.options,
                [](const PlannedOption& option) { return option.option == "dependency"; });
  for (auto& [name, value] : plan.environment) renew(value);
  return plan;
}

Status check_retry(World& world, const RunStore& store, const RunRecord& run) {
  if (!is_final(run.state)) {
    return not_again(run, "has not ended", format("run 'gpujob wait {}' first", run.id));
  }
  if (run.state == RunState::Done) {
    return not_again(run, "did not fail", "'gpujob submit' makes a new run");
  }
  if (!has_unique_name(run)) {
    return not_again(run, "its job's name does not hold its id", "'gpujob submit' makes a new run");
  }
  const Result<std::string> again = retried_as(world, store, run);
  if (!again) return again.failure();
  if (again->empty()) return check_cluster_again(world, run);
  return not_again(run, format("was sent again already, as run {}", *again),
                   format("run 'gpujob retry {}' should that one fail", *again));
}

Status note_retry(World& world, const RunStore& store, const RunRecord& run,
                  const std::string& run_id) {
  const Result<std::string> again = retried_as(world, store, run);
  if (!again) return again.failure();
  const std::string path = retried_path(run);
  const std::string text = dump_json({{"schema", kRetriedSchema},
                                      {"run", run_id},
                                      {"host", world.host_name()},
                                      {"time", format_instant(world.now())}});
  // A note of a run that is gone does not count.
  if (again->empty() && world.kind(path) != FileKind::Absent) {
    return world.write_file(path, text, FileMode::Private);
  }
  return world.create_file(path, text, FileMode::Private);
}

}  // namespace gpujob
