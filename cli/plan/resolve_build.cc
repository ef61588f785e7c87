// SPDX-License-Identifier: MIT
#include "plan/resolve_build.h"

#include <utility>

#include "base/format.h"
#include "plan/build_plan.h"
#include "plan/directives.h"
#include "plan/launch.h"
#include "plan/program_choice.h"
#include "plan/stack_choice.h"
#include "plan/target.h"

namespace gpujob {

namespace {

/// One compiler call takes a minute or two; a busy file system takes longer.
constexpr Seconds kBuildTime{15 * 60};

/// The same request, reduced to what a compiler needs.
Request for_compiler(Request request) {
  if (request.gpu) {
    std::string& word = request.gpu->value;
    word = word.substr(0, word.find(':'));
  }
  if (request.gpus) request.gpus = 1;
  request.nodes = std::nullopt;
  request.ntasks = std::nullopt;
  request.repeat = 1;
  request.time = request.time.value_or(kBuildTime);
  return request;
}

SourcedValue time_setting(const Request& asked) {
  if (asked.time) return {format_walltime(*asked.time), From::Flag, "--time"};
  return {format_walltime(kBuildTime), From::BuiltIn, "time for one compiler call"};
}

Failure cannot_build(const Draft& draft, const std::string& backend, const BuildOutlook& outlook) {
  return {ExitCode::Invalid, Diagnostic{"gp210", Severity::Error, draft.at_workload(),
                                        format("no '{}' program can be built", backend),
                                        outlook.why_not, outlook.way_out, ""}};
}

std::string stack_text(const Stack* stack) {
  const bool adds = stack != nullptr && (!stack->modules.empty() || stack->venv);
  return adds ? format("with the modules of stack '{}'", stack->name) : "as it is";
}

/// A program that needs no compiler: what 'gpujob submit' will do instead.
Result<BuildResolution> nothing_to_compile(Draft& draft, const Target& target) {
  const bool own = !draft.workload().command.empty();
  const Stack* stack = choose_stack(draft, target.backend, target.gpu);
  draft.work().libexec = draft.request.paths.libexec;
  draft.work().program = format("{}.{}", draft.workload().name, target.backend);
  if (own) {
    if (const Status status = take_own_command(draft); !status) return status.failure();
  } else if (is_own_twin(draft, target.backend)) {
    take_own_twin(draft);
  }
  if (auto failure = collected_errors(draft)) return *failure;
  BuildPlan build;
  build.workload = draft.workload().name;
  build.backend = target.backend;
  draft.report({"gp223", Severity::Note, draft.at_workload(),
                own ? "there is nothing to compile"
                    : format("backend '{}' has nothing to compile", target.backend),
                own ? "it is a command" : "its kernels are compiled when the job runs",
                format("'gpujob submit' starts the program {}", stack_text(stack)), ""});
  std::string ready = format("{}/{}", draft.work().libexec, draft.work().program);
  return BuildResolution{std::move(build), std::move(draft.plan), std::move(ready),
                         std::move(draft.explanation), std::move(draft.found)};
}

/// The same program always has the same name, so a second request finds the running build.
std::string job_name_of(const BuildPlan& build) {
  std::string name = format("gj-build-{}-{}", build.workload, build.backend);
  if (!build.architecture.empty()) name += "-" + build.architecture;
  return format("{}-{}", name, build.key);
}

/// The build as a separate job.
Status make_job(Draft& draft, const Target& target, const SourcedValue& time, BuildPlan& build) {
  JobPlan& plan = draft.plan;
  plan.job_name = job_name_of(build);
  draft.work().program = format("{}.{}", build.workload, build.backend);
  const Decided decided{.gpu = target.gpu,
                        .partition = target.partition,
                        .time = time,
                        .job_name_rule = "gj-build-<workload>-<backend>-<architecture>-<key>"};
  if (Status status = write_directives(draft, decided); !status) return status;
  build.options = plan.options;
  draft.work().build = build;
  return {};
}

}  // namespace

Result<BuildResolution> resolve_build(const Request& asked, const ResolveInput& input) {
  const Request request = for_compiler(asked);
  Draft draft{request, input};
  const Result<Target> found = find_target(draft);
  if (!found) return found.failure();
  const Target& target = *found;
  if (auto failure = collected_errors(draft)) return *failure;
  if (!is_compiled(target.backend) || !draft.workload().command.empty())
    return nothing_to_compile(draft, target);
  const ProgramNeed need = program_need(draft, target.backend, target.gpu);
  const BuildOutlook outlook = outline_build(draft, need, target.gpu);
  if (!outlook.build) return cannot_build(draft, target.backend, outlook);
  BuildPlan build = *outlook.build;
  if (outlook.stack != nullptr) {
    if (target.gpu) check_toolkit(draft, *outlook.stack, target.gpu->model);
    explain_stack(draft, *outlook.stack, "");
  }
  if (build.place == BuildPlan::Place::Job) {
    if (const Status status = make_job(draft, target, time_setting(asked), build); !status) {
      return status.failure();
    }
  }
  if (auto failure = collected_errors(draft)) return *failure;
  return BuildResolution{std::move(build), std::move(draft.plan), "", std::move(draft.explanation),
                         std::move(draft.found)};
}

}  // namespace gpujob
