// SPDX-License-Identifier: MIT
#include "plan/target.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/format.h"
#include "plan/backend_choice.h"
#include "plan/node_layout.h"
#include "plan/partition_choice.h"
#include "plan/request_checks.h"

namespace gpujob {

namespace {

Status check_numbers(const Request& request) {
  const std::array<std::pair<const char*, std::optional<int>>, 3> numbers{{
      {"--nodes", request.nodes},
      {"--cpus-per-task", request.cpus_per_task},
      {"--repeat", request.repeat},
  }};
  for (const auto& [option, number] : numbers)
    if (Status status = check_count(option, number.value_or(1)); !status) return status;
  if (Status status = check_count("--ntasks", request.ntasks.value_or(1), kMostTasks); !status)
    return status;
  if (request.memory_mib && *request.memory_mib < 0) {
    return Failure(ExitCode::Usage, "--mem",
                   format("{} MiB is not a valid amount of memory", *request.memory_mib));
  }
  if (request.time && request.time->count() < 1)
    return Failure(ExitCode::Usage, "--time", "the time limit must be above 0");
  return {};
}

/// Most of a workload is decided step by step.
PayloadPlan begun(const Draft& draft) {
  const Payload& wanted = draft.input.payload;
  if (const auto* script = std::get_if<ScriptPlan>(&wanted)) return *script;
  if (const auto* command = std::get_if<CommandPlan>(&wanted)) return *command;
  WorkloadPlan work{draft.workload().name};
  work.launches = draft.request.repeat;
  return work;
}

void describe_place(Draft& draft) {
  JobPlan& plan = draft.plan;
  const Cluster& cluster = draft.cluster();
  plan.run_id = draft.request.run_id;
  plan.executor = draft.has_scheduler() ? Executor::Slurm : Executor::Local;
  plan.center = draft.input.profile.center;
  plan.cluster = cluster.name;
  plan.payload = begun(draft);
  plan.shell = cluster.shell;
  draft.explain("shell", plan.shell, From::Profile, cluster.origin.text());
  if (cluster.needs_clusters_option) {
    plan.clusters_option =
        cluster.match.cluster_name.empty() ? cluster.name : cluster.match.cluster_name;
  }
  if (!cluster.submit_command.empty()) {
    plan.submit_command = cluster.submit_command;
    draft.explain("submit command", cluster.submit_command, From::Profile, cluster.origin.text());
  }
  if (!cluster.sbatch_answers.empty()) plan.sbatch_answers = cluster.sbatch_answers;
  if (cluster.polling_floor) plan.polling_floor_seconds = cluster.polling_floor->count();
}

bool is_mismatch(const Diagnostic& diagnostic) {
  return diagnostic.code == "gp201" || diagnostic.code == "gp202";
}

/// Some partitions have a way of their own to ask for GPUs.
void use_partition_request(const Draft& draft, GpuType& type) {
  const Partition* partition = draft.partition();
  if (partition == nullptr || !partition->request) return;
  type.request = *partition->request;
  type.request_over_nodes.clear();
  type.request_documented = true;
}

}  // namespace

Result<Target> find_target(Draft& draft) {
  if (const Status status = check_numbers(draft.request); !status) return status.failure();
  describe_place(draft);
  check_cluster_status(draft);
  if (auto note = age_of_facts(draft)) draft.report(*std::move(note));
  check_copied_facts(draft);
  Target target;
  auto gpu = choose_gpu(draft);
  if (!gpu) return gpu.failure();
  target.gpu = *gpu;
  if (workload_of(draft.plan) != nullptr) {
    auto backend = choose_backend(draft, target.gpu);
    if (!backend) return backend.failure();
    target.backend = draft.work().backend = *backend;
  }
  target.mismatch = std::any_of(draft.found.begin(), draft.found.end(), is_mismatch);
  target.partition = choose_partition(draft, target.gpu);
  // Nodes of other GPU types cannot be laid out: one cause, one finding.
  if (std::any_of(draft.found.begin(), draft.found.end(),
                  [](const Diagnostic& one) { return one.code == "gp232"; }))
    return *collected_errors(draft);
  if (target.gpu) use_partition_request(draft, target.gpu->type);
  if (const Status status = lay_out_nodes(draft, target.gpu); !status) return status.failure();
  return target;
}

std::optional<Failure> collected_errors(const Draft& draft) {
  Diagnostics errors;
  std::copy_if(draft.found.begin(), draft.found.end(), std::back_inserter(errors),
               [](const Diagnostic& one) { return one.severity == Severity::Error; });
  if (errors.empty()) return std::nullopt;
  return Failure(ExitCode::Invalid, std::move(errors));
}

}  // namespace gpujob
