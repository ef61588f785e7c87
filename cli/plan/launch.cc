// SPDX-License-Identifier: MIT
#include "plan/launch.h"

#include "base/format.h"
#include "base/text.h"
#include "plan/build_plan.h"
#include "plan/stack_choice.h"
#include "plan/workload_choice.h"

// A bundled program is one process. Where a job has several tasks or nodes (GPUs counted by tasks,
// or the user's --ntasks), srun would start one copy per task, and all would write the same
// report: so it is told to start one. Another launcher is left out, since its option for that is
// not known; the program then runs in the batch step, once, on the first node. A launch that is
// split over nodes, or over GPUs given one per task, needs one process for each. Only srun starts
// those, so it is used there whatever the stack says.

namespace gpujob {

namespace {

constexpr std::string_view kSlurmLauncher = "srun";

bool is_own_command(const Draft& draft) {
  return !draft.workload().command.empty();
}

/// The Python twin of a user's own compiled workload.
std::string twin_path(const Draft& draft) {
  return format("{}/{}_{}.py", draft.request.paths.own_sources, draft.workload().name,
                draft.work().backend);
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> all;
  for (const std::string_view word : split(text, ' '))
    if (!word.empty()) all.emplace_back(word);
  return all;
}

void choose_launcher(Draft& draft, const Stack* stack) {
  const JobPlan& plan = draft.plan;
  WorkloadPlan& work = draft.work();
  if (is_in_parts(work)) {
    work.launcher = {std::string(kSlurmLauncher), format("--nodes={}", plan.nodes),
                     format("--ntasks={}", work.split->processes)};
    draft.explain("launcher", join(work.launcher, " "), From::Rule,
                  "one process per part of the launch");
    return;
  }
  if (stack == nullptr || !stack->launcher || !draft.has_scheduler()) return;
  const std::string origin = stack->launcher->origin.text();
  work.launcher = words(stack->launcher->value);
  const bool several = plan.tasks > 1 || plan.nodes > 1;
  if (!several || is_own_command(draft)) {
    draft.explain("launcher", stack->launcher->value, From::Profile, origin);
  } else if (work.launcher.front() == kSlurmLauncher) {
    work.launcher.insert(work.launcher.end(), {"--nodes=1", "--ntasks=1"});
    draft.explain("launcher", join(work.launcher, " "), From::Rule,
                  format("the program is one process; {}", origin));
  } else {
    work.launcher.clear();
    draft.explain("launcher", "", From::Rule,
                  format("the program is one process, not '{}' times the tasks; {}",
                         stack->launcher->value, origin));
  }
}

/// The launcher starts Apptainer, which starts the program: the image shows its folder and the
/// run's.
void enter_container(JobPlan& plan, const std::string& image, const std::optional<GpuChoice>& gpu) {
  WorkloadPlan& work = *workload_of(plan);
  std::vector<std::string> words = {std::string(kApptainer), "exec"};
  if (gpu) words.push_back("--" + container_option(gpu->model));
  for (const std::string& folder : {work.libexec, plan.run_directory})
    words.insert(words.end(), {"--bind", folder});
  words.push_back(image);
  work.launcher.insert(work.launcher.end(), words.begin(), words.end());
}

void write_bundled_arguments(Draft& draft) {
  WorkloadPlan& work = draft.work();
  work.arguments = {"--variant", work.variant, "--precision", work.precision};
  for (const auto& [name, value] : work.parameters) {
    work.arguments.emplace_back("--param");
    work.arguments.push_back(format("{}={}", name, value));
  }
  work.arguments.emplace_back("--max-seconds");
  work.arguments.push_back(format("{}", work.max_seconds));
  if (is_own_twin(draft, work.backend)) {
    work.arguments.insert(work.arguments.begin(), twin_path(draft));
    work.arguments.insert(work.arguments.end(), {"--report", std::string(kReportSlot)});
  }
  if (!work.split) return;
  work.arguments.insert(work.arguments.end(), {"--gpus", format("{}", work.split->devices)});
  if (is_in_parts(work)) {
    work.arguments.insert(work.arguments.end(), {"--tasks", format("{}", work.split->processes)});
  }
}

/// A relative path is taken from the run directory, and a program there is not looked for on PATH.
std::string from_here(const std::string& path) {
  return path.starts_with('/') || path.starts_with("./") ? path : "./" + path;
}

/// {{variant}}, {{precision}}, {{backend}}, {{max_seconds}}, {{folder}}, {{include}}, each
/// parameter by its name, and what the formulas of work come to ({{work.operations}}; 0: not
/// declared). {{report}} is the script's: every launch has its own.
std::string fill_word(const Draft& draft, std::string word) {
  const WorkloadPlan& work = draft.work();
  const RequestPaths& paths = draft.request.paths;
  const bool carried = !paths.carried_folder.empty();
  word = replace_all(word, "{{folder}}", carried ? paths.carried_folder : draft.workload().folder);
  word = replace_all(word, "{{include}}", from_here(paths.sources));
  word = replace_all(word, "{{variant}}", work.variant);
  word = replace_all(word, "{{precision}}", work.precision);
  word = replace_all(word, "{{backend}}", work.backend);
  word = replace_all(word, "{{max_seconds}}", format("{}", work.max_seconds));
  for (const auto& [name, value] : work.parameters)
    word = replace_all(word, format("{{{{{}}}}}", name), value);
  for (const WorkField& field : kWorkFields) {
    const std::string slot = format("{{{{work.{}}}}}", field.name);
    if (word.find(slot) == std::string::npos) continue;
    const auto amount = formula_value(draft.workload().work.*field.member, work.parameters);
    word = replace_all(word, slot, format("{}", amount.value_or(0)));
  }
  return word;
}

void write_own_arguments(Draft& draft) {
  const auto& command = draft.workload().command;
  for (auto word = command.begin() + 1; word != command.end(); ++word)
    draft.work().arguments.push_back(fill_word(draft, *word));
}

void write_environment(Draft& draft) {
  JobPlan& plan = draft.plan;
  const Partition* partition = draft.partition();
  const auto set = [&plan](const char* name, const std::string& value) {
    if (!value.empty()) plan.environment.emplace_back(name, value);
  };
  set("GPUJOB_RUN_ID", plan.run_id);
  set("GPUJOB_SITE", plan.center);
  set("GPUJOB_CLUSTER", plan.cluster);
  set("GPUJOB_PARTITION",
      plan.partition.empty() && partition != nullptr ? partition->name : plan.partition);
  set("GPUJOB_GPU_KEY", plan.gpu ? plan.gpu->key : "");
  set("GPUJOB_GPU_MODEL", plan.gpu ? plan.gpu->model : "");
  set("GPUJOB_EXECUTOR", plan.executor == Executor::Slurm ? "slurm" : "local");
}

}  // namespace

void describe_launch(Draft& draft, const Stack* stack, const std::optional<GpuChoice>& gpu) {
  if (own_job_of(draft.plan) != nullptr) return write_environment(draft);
  choose_launcher(draft, stack);
  if (stack != nullptr && stack->container && draft.has_scheduler())
    enter_container(draft.plan, stack->container->value, gpu);
  write_arguments(draft);
  write_environment(draft);
}

void write_arguments(Draft& draft) {
  if (is_own_command(draft)) {
    write_own_arguments(draft);
  } else {
    write_bundled_arguments(draft);
  }
}

bool is_own_twin(const Draft& draft, const std::string& backend) {
  return !draft.request.paths.own_sources.empty() && !is_compiled(backend) &&
         !is_own_command(draft);
}

void take_own_twin(Draft& draft) {
  draft.work().libexec = format("{}/harness", draft.request.paths.sources);
  draft.work().program = "gpujob_twin.py";
  draft.explain("program", twin_path(draft), From::Rule, "the Python twin beside the manifest");
}

Status take_own_command(Draft& draft) {
  const std::string program = fill_word(draft, draft.workload().command.front());
  const std::size_t slash = program.rfind('/');
  const bool carried = !draft.request.paths.carried_folder.empty() && program.starts_with("./");
  if (!(program.starts_with('/') || carried) || slash + 1 == program.size()) {
    return Failure(ExitCode::Invalid, draft.at_workload(),
                   format("its command begins with '{}'", program),
                   "a batch job can find the program only by its path",
                   "write the program's absolute path, '{{folder}}/' before its name, or "
                   "'/usr/bin/env' before it");
  }
  draft.work().libexec = slash == 0 ? "/" : program.substr(0, slash);
  draft.work().program = program.substr(slash + 1);
  draft.explain("program", program, From::Manifest, draft.workload().file);
  return {};
}

}  // namespace gpujob
