// SPDX-License-Identifier: MIT
#pragma once

#include "plan/job_plan.h"

// One list of fields for both directions: `visit(key, member)` is called for every member of the
// struct, in the order of the document. `Plan` may be const (writing) or not (reading). Members
// added after the first release are visited by `visit.later(key, member)`: an absent one is left
// out, so that old plans can be read and plans without it do not change.

namespace gpujob {

template <class Option, class Visit>
void visit_option(Option& option, Visit&& visit) {
  visit("option", option.option);
  visit("value", option.value);
}

template <class Steps, class Visit>
void visit_modules(Steps& steps, Visit&& visit) {
  visit("purge", steps.purge);
  visit.later("use", steps.use);
  visit("modules", steps.modules);
  visit.later("spack", steps.spack);
  visit("venv", steps.venv);
  visit.later("conda", steps.conda);
  visit.later("variables", steps.variables);
}

template <class Gpu, class Visit>
void visit_gpu(Gpu& gpu, Visit&& visit) {
  visit("key", gpu.key);
  visit("model", gpu.model);
  visit("architecture", gpu.architecture);
  visit("total", gpu.total);
  visit("asked", gpu.asked);
}

template <class Split, class Visit>
void visit_split(Split& split, Visit&& visit) {
  visit("devices", split.devices);
  visit("processes", split.processes);
}

template <class Task, class Visit>
void visit_array_task(Task& task, Visit&& visit) {
  visit("array", task.array);
  visit("index", task.index);
}

template <class Payload, class Visit>
void visit_payload(Payload& payload, Visit&& visit) {
  visit("kind", payload.kind);
  visit("name", payload.name);
  visit("sha256", payload.sha256);
  visit("arguments", payload.arguments);
  visit("submit_directory", payload.submit_directory);
  visit("directory", payload.directory);
  visit("output", payload.output);
  visit("error", payload.error);
  visit.later("container", payload.container);
  visit.later("container_gpu", payload.container_gpu);
  visit.later("environment", payload.environment);
}

template <class Build, class Visit>
void visit_build(Build& build, Visit&& visit) {
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

template <class Plan, class Visit>
void visit_plan(Plan& plan, Visit&& visit) {
  visit("run_id", plan.run_id);
  visit("job_name", plan.job_name);
  visit("executor", plan.executor);
  visit.later("retry_of", plan.retry_of);
  visit.later("array_task", plan.array_task);
  visit("center", plan.center);
  visit("cluster", plan.cluster);
  visit("partition", plan.partition);
  visit.later("payload", plan.payload);
  visit("workload", plan.workload);
  visit("variant", plan.variant);
  visit("class", plan.algorithm_class);
  visit("backend", plan.backend);
  visit("precision", plan.precision);
  visit("parameters", plan.parameters);
  visit("gpu", plan.gpu);
  visit.later("split", plan.split);
  visit("nodes", plan.nodes);
  visit("gpus_per_node", plan.gpus_per_node);
  visit("tasks", plan.tasks);
  visit("cpus_per_task", plan.cpus_per_task);
  visit("time", plan.time);
  visit("launches", plan.launches);
  visit("max_seconds", plan.max_seconds);
  visit("shell", plan.shell);
  visit("options", plan.options);
  visit.later("missing_account", plan.missing_account);
  visit("sbatch_arguments", plan.sbatch_arguments);
  visit.later("sbatch_answers", plan.sbatch_answers);
  visit.later("submit_command", plan.submit_command);
  visit("clusters_option", plan.clusters_option);
  visit("modules", plan.modules);
  visit("launcher", plan.launcher);
  visit("program", plan.program);
  visit("arguments", plan.arguments);
  visit("libexec", plan.libexec);
  visit("run_directory", plan.run_directory);
  visit("environment", plan.environment);
  visit("build", plan.build);
  visit("polling_floor_seconds", plan.polling_floor_seconds);
}

}  // namespace gpujob
