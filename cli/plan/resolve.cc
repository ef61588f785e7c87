// SPDX-License-Identifier: MIT
#include "plan/resolve.h"

#include <utility>

#include "base/format.h"
#include "plan/charge.h"
#include "plan/default_memory.h"
#include "plan/directives.h"
#include "plan/draft.h"
#include "plan/gpu_split.h"
#include "plan/launch.h"
#include "plan/program_choice.h"
#include "plan/qos_choice.h"
#include "plan/request_checks.h"
#include "plan/stack_choice.h"
#include "plan/target.h"
#include "plan/time_choice.h"
#include "plan/workload_choice.h"

// From a request to a plan, in steps that only add. A step records what it finds wrong and the next
// ones go on, so that one call shows every error. It fails at once only where later steps would
// make no sense (an unknown name, a contradiction).

namespace gpujob {

namespace {

/// Stack and program: what the cluster must offer for the backend.
Result<const Stack*> choose_software(Draft& draft, const Target& target) {
  const Stack* stack = target.mismatch ? nullptr : choose_stack(draft, target.backend, target.gpu);
  if (stack != nullptr) {
    draft.plan.modules = module_steps(draft, *stack);
    explain_stack(draft, *stack, "");
  }
  if (!draft.workload().command.empty()) {
    if (const Status status = take_own_command(draft); !status) return status.failure();
  } else if (is_own_twin(draft, target.backend)) {
    take_own_twin(draft);
  } else if (!target.mismatch) {
    choose_program(draft, program_need(draft, target.backend, target.gpu), target.gpu);
  }
  return stack;
}

/// The container and the variables of a user's own job.
void explain_surroundings(Draft& draft, const Target& target, const Stack* stack) {
  OwnJobPlan& own = *own_job_of(draft.plan);
  if (own.container) draft.explain("container", *own.container, From::Flag, "--container");
  if (stack != nullptr && stack->container && !own.container)
    own.container = stack->container->value;
  if (own.container && target.gpu) own.container_gpu = container_option(target.gpu->model);
  if (!own.environment) return;
  for (const auto& [name, value] : *own.environment)
    draft.explain("variable " + name, value, From::Flag, "--env");
}

/// The modules and the Python environment that a user's own job asks for.
const Stack* choose_own_stack(Draft& draft, const Target& target) {
  const Request& request = draft.request;
  const Stack* stack =
      request.stack.empty() ? nullptr : choose_stack(draft, request.stack, target.gpu);
  if (stack != nullptr) {
    draft.plan.modules = module_steps(draft, *stack);
    explain_stack(draft, *stack, "");
  }
  ModuleSteps& steps = draft.plan.modules;
  for (const std::string& module : request.modules) {
    steps.modules.push_back(module);
    draft.explain("module " + module, "", From::Flag, "--module");
  }
  if (!request.venv.empty()) {
    steps.venv = request.venv;
    steps.conda.reset();
    draft.explain("venv", request.venv, From::Flag, "--venv");
  }
  explain_surroundings(draft, target, stack);
  return stack;
}

/// What a workload computes and with which program.
Result<const Stack*> choose_work(Draft& draft, const Target& target) {
  if (own_job_of(draft.plan) != nullptr) return choose_own_stack(draft, target);
  if (const Status status = choose_computation(draft); !status) return status.failure();
  split_launch(draft, target.gpu);
  check_use(draft, target.gpu);
  return choose_software(draft, target);
}

/// A name as a part of a job's name.
std::string slug(std::string_view name) {
  constexpr std::size_t longest = 40;
  std::string text(name.substr(0, longest));
  for (char& c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '.' || c == '-';
    if (!plain) c = '-';
  }
  return text;
}

void name_the_run(Draft& draft) {
  JobPlan& plan = draft.plan;
  const Request& request = draft.request;
  const OwnJobPlan* own = own_job_of(plan);
  const std::string what = own != nullptr ? slug(own->name) : draft.workload().name;
  plan.job_name = format("gj-{}-{}", what, plan.run_id);
  plan.run_directory = format("{}/{}", request.paths.runs_directory, plan.run_id);
  plan.sbatch_arguments = request.sbatch_arguments;
  if (WorkloadPlan* work = workload_of(plan))
    work->program = format("{}.{}", work->name, work->backend);
}

Result<Resolution> resolved(Draft& draft) {
  check_shell_variables(draft);
  check_shared_cores(draft);
  check_scheduler_flags(draft);
  if (const Status fit = check_array(draft); !fit) return fit.failure();
  Result<Target> target = find_target(draft);
  if (!target) return target.failure();
  name_the_run(draft);
  Result<const Stack*> stack = choose_work(draft, *target);
  if (!stack) return stack.failure();
  Result<SourcedValue> time = choose_time(draft);
  if (!time) return time.failure();
  const Decided decided{.gpu = target->gpu,
                        .partition = target->partition,
                        .qos = choose_qos(draft, target->gpu, time->value),
                        .time = *time};
  if (const Status status = write_directives(draft, decided); !status) return status.failure();
  check_default_memory(draft);
  describe_launch(draft, *stack, target->gpu);
  auto charge = charge_of(draft);
  if (auto failure = collected_errors(draft)) return *failure;
  return Resolution{std::move(draft.plan),
                    std::move(draft.explanation),
                    std::move(draft.found),
                    {},
                    std::move(charge)};
}

}  // namespace

Result<Resolution> resolve(const Request& request, const ResolveInput& input) {
  Draft draft{request, input};
  auto resolution = resolved(draft);
  if (resolution) return resolution;
  Failure failure = resolution.failure();  // of facts that may have changed
  if (auto note = age_of_facts(draft)) failure.diagnostics.push_back(*std::move(note));
  return failure;
}

}  // namespace gpujob
