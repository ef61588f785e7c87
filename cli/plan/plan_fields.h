// SPDX-License-Identifier: MIT
#pragma once

#include "plan/job_plan.h"

// One list of fields for both directions: `visit(key, member)` is called for every member of the
// struct, in the order of the document. It may be const (writing) or not (reading). Members
// added after the first release are visited by `visit.later(key, member)`: an absent one is left
// out, so that old plans can be read and plans without it do not change. A user's own job has the
// keys of a workload, too: empty.

namespace gpujob {

template <class Type, class Struct>
concept Either = std::is_same_v<std::remove_const_t<Type>, Struct>;

template <Either<PlannedOption> Option, class Visit>
void visit_members(Option& option, Visit&& visit) {
  visit("option", option.option);
  visit("value", option.value);
}

template <Either<ModuleSteps> Steps, class Visit>
void visit_members(Steps& steps, Visit&& visit) {
  visit("purge", steps.purge);
  visit.later("use", steps.use);
  visit("modules", steps.modules);
  visit.later("spack", steps.spack);
  visit("venv", steps.venv);
  visit.later("conda", steps.conda);
  visit.later("variables", steps.variables);
}

template <Either<PlannedGpu> Gpu, class Visit>
void visit_members(Gpu& gpu, Visit&& visit) {
  visit("key", gpu.key);
  visit("model", gpu.model);
  visit("architecture", gpu.architecture);
  visit("total", gpu.total);
  visit("asked", gpu.asked);
}

template <Either<LaunchSplit> Split, class Visit>
void visit_members(Split& split, Visit&& visit) {
  visit("devices", split.devices);
  visit("processes", split.processes);
}

template <Either<ArrayTask> Task, class Visit>
void visit_members(Task& task, Visit&& visit) {
  visit("array", task.array);
  visit("index", task.index);
}

/// Of a script, and of a command with the script's own members as they are in an empty one.
template <Either<ScriptPlan> Script, class Visit>
void visit_members(Script& script, Visit&& visit) {
  visit("name", script.name);
  visit("sha256", script.sha256);
  visit("arguments", script.arguments);
  visit("submit_directory", script.submit_directory);
  visit("directory", script.directory);
  visit("output", script.output);
  visit("error", script.error);
  visit.later("container", script.container);
  visit.later("container_gpu", script.container_gpu);
  visit.later("environment", script.environment);
}

template <Either<BuildPlan> Build, class Visit>
void visit_members(Build& build, Visit&& visit) {
  visit("place", build.place);
  visit("workload", build.workload);
  visit("backend", build.backend);
  visit("architecture", build.architecture);
  visit("key", build.key);
  visit("source_directory", build.source_directory);
  visit("program_directory", build.program_directory);
  visit("shell", build.shell);
  visit("modules", build.modules);
  visit("command", build.command);
  visit("output", build.output);
  visit("options", build.options);
}

template <Either<JobPlan> Plan, class Visit>
void visit_members(Plan& plan, Visit&& visit) {
  visit("run_id", plan.run_id);
  visit("job_name", plan.job_name);
  visit("executor", plan.executor);
  visit.later("retry_of", plan.retry_of);
  visit.later("array_task", plan.array_task);
  visit("center", plan.center);
  visit("cluster", plan.cluster);
  visit("partition", plan.partition);
  visit.later("payload", plan.payload);
  auto* const planned = workload_of(plan);
  WorkloadPlan empty;  // NOLINT(misc-const-correctness): a visitor that reads writes into it
  auto& work = planned == nullptr ? empty : *planned;
  visit("workload", work.name);
  visit("variant", work.variant);
  visit("class", work.algorithm_class);
  visit("backend", work.backend);
  visit("precision", work.precision);
  visit("parameters", work.parameters);
  visit("gpu", plan.gpu);
  visit.later("split", work.split);
  visit("nodes", plan.nodes);
  visit("gpus_per_node", plan.gpus_per_node);
  visit("tasks", plan.tasks);
  visit("cpus_per_task", plan.cpus_per_task);
  visit("time", plan.time);
  visit("launches", work.launches);
  visit("max_seconds", work.max_seconds);
  visit("shell", plan.shell);
  visit("options", plan.options);
  visit.later("missing_account", plan.missing_account);
  visit("sbatch_arguments", plan.sbatch_arguments);
  visit.later("sbatch_answers", plan.sbatch_answers);
  visit.later("submit_command", plan.submit_command);
  visit("clusters_option", plan.clusters_option);
  visit("modules", plan.modules);
  visit("launcher", work.launcher);
  visit("program", work.program);
  visit("arguments", work.arguments);
  visit("libexec", work.libexec);
  visit("run_directory", plan.run_directory);
  visit("environment", plan.environment);
  visit("build", work.build);
  visit("polling_floor_seconds", plan.polling_floor_seconds);
}

/// An object of the document.
template <class Struct>
concept Planned = requires(Struct& one) {
  visit_members(one, 0);
};

}  // namespace gpujob
