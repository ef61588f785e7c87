// SPDX-License-Identifier: MIT
#include "render/render.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "render/script_parts.h"
#include "render/verify_script.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

SlotValue word(std::string value) {
  return {SlotKind::ShellWord, {std::move(value)}};
}

/// "integrate2d poly float32 with cuda on KEY at center/cluster, run RUNID"
std::string title(const JobPlan& plan) {
  const std::string where = plan.gpu ? plan.gpu->key : "CPUs";
  const WorkloadPlan* work = workload_of(plan);
  const std::string what = work == nullptr ? visible(own_job_of(plan)->name)
                                           : format("{} {} {} with {}", work->name, work->variant,
                                                    work->precision, work->backend);
  return format("{} on {} at {}/{}, run {}", what, where, plan.center, plan.cluster, plan.run_id);
}

std::string title(const BuildPlan& build) {
  return format("build of {} with {} for {}, key {}", build.workload, build.backend,
                build.architecture.empty() ? "this processor" : build.architecture, build.key);
}

/// The plan's build if it happens at that place.
const BuildPlan* build_at(BuildPlan::Place place, const JobPlan& plan) {
  const BuildPlan* build = build_of(plan);
  return build != nullptr && build->place == place ? build : nullptr;
}

/// Apptainer takes ':' and ',' in a path for separators.
Status check_bound(const std::string& directory, const std::string& way_out) {
  if (directory.find_first_of(":,") == std::string::npos) return {};
  return Failure(
      ExitCode::Invalid, "container",
      format("Apptainer cannot show the directory '{}' in a container", visible(directory)),
      "it takes ':' and ',' for separators", way_out);
}

Status check_own_job(const OwnJobPlan& own, const std::string& run_directory) {
  for (const std::string& word : own.arguments)
    if (const Status clean = check_text(word, "argument"); !clean) return clean;
  for (const auto& [name, value] : own.environment.value_or(NamedValues{})) {
    if (const Status clean = check_name(name, "variable"); !clean) return clean;
    if (const Status clean = check_text(value, "value of --env"); !clean) return clean;
  }
  if (own.container) {
    if (const Status clean = check_text(*own.container, "container"); !clean) return clean;
    if (auto fit = check_bound(own.directory, "start elsewhere, or use --chdir"); !fit) return fit;
    if (auto fit = check_bound(run_directory, "set another runs_dir"); !fit) return fit;
  }
  return check_text(own.directory, "working directory");
}

Status check_workload(const WorkloadPlan& work) {
  if (const Status clean = check_name(work.name, "workload"); !clean) return clean;
  if (const Status clean = check_name(work.program, "program"); !clean) return clean;
  for (std::size_t i = 0; i + 1 < work.launcher.size(); ++i) {
    if (work.launcher[i] != "--bind") continue;
    if (auto fit = check_bound(work.launcher[i + 1], "set another runs_dir"); !fit) return fit;
  }
  return {};
}

Status check_names(const JobPlan& plan) {
  if (const Status clean = check_name(plan.run_id, "run id"); !clean) return clean;
  const WorkloadPlan* work = workload_of(plan);
  const Status fits = work == nullptr ? check_own_job(*own_job_of(plan), plan.run_directory)
                                      : check_workload(*work);
  if (!fits) return fits;
  if (const Status clean = check_text(plan.run_directory, "run directory"); !clean) return clean;
  for (const auto& [name, value] : plan.environment) {
    if (!name.starts_with("GPUJOB_")) {
      return Failure(ExitCode::Invalid, "environment",
                     "'" + visible(name) + "' is not a GPUJOB_ variable", "a plan sets no others");
    }
    if (const Status clean = check_text(value, name); !clean) return clean;
  }
  return check_shell(plan.shell);
}

Status check_options(const std::vector<PlannedOption>& options) {
  for (const PlannedOption& option : options) {
    if (const Status clean = check_text(option.value.value_or(""), "--" + option.option); !clean) {
      return clean;
    }
  }
  return {};
}

std::string path_in(const std::string& directory, const std::string& name) {
  return directory.ends_with('/') ? directory + name : directory + "/" + name;
}

/// What stands after `#SBATCH --`.
std::vector<std::string> directives_of(const JobPlan& plan) {
  // Those of a task are in the script of its array.
  if (plan.executor != Executor::Slurm || plan.array_task) return {};
  std::vector<std::string> directives = directive_values(plan.options);
  for (std::string& output : directive_values(output_options(plan))) {
    directives.push_back(std::move(output));
  }
  return directives;
}

std::vector<std::string> assignments(const JobPlan& plan) {
  std::vector<std::string> environment;
  environment.reserve(plan.environment.size());
  for (const auto& [name, value] : plan.environment) {
    environment.push_back(format("{}={}", name, value));
  }
  return environment;
}

std::string account_hint(const std::string& example) {
  return "PROJECT  # required here" + (example.empty() ? "" : ", such as " + example);
}

SlotValue own_program(const WorkloadPlan& work) {
  if (!places_report(work)) return {SlotKind::ShellWord, {}};
  return word(path_in(work.libexec, work.program));
}

/// The slots that come from the plan as they are.
Slots job_slots(const JobPlan& plan, const std::string& version) {
  const SlotValue none = {SlotKind::ShellWord, {}};
  const WorkloadPlan* work = workload_of(plan);
  Slots slots;
  slots["shell"] = {SlotKind::SiteLine, {plan.shell}};
  slots["directive"] = {SlotKind::DirectiveValue, directives_of(plan)};
  slots["missing_account"] = {SlotKind::Comment, {}};
  if (plan.missing_account) slots["missing_account"].values = {account_hint(*plan.missing_account)};
  slots["version"] = {SlotKind::Comment, {version}};
  slots["title"] = {SlotKind::Comment, {title(plan)}};
  slots["workload"] = work == nullptr ? none : word(work->name);
  slots["run_id"] = word(plan.run_id);
  slots["launches"] = word(std::to_string(launches_of(plan)));
  const bool bundled = work != nullptr && !places_report(*work);
  slots["libexec"] = bundled ? word(work->libexec) : none;
  slots["program"] = bundled ? word(work->program) : none;
  slots["own_program"] = work == nullptr ? none : own_program(*work);
  slots["environment"] = {SlotKind::Assignment, assignments(plan)};
  slots["run_directory"] = word(plan.run_directory);
  return slots;
}

/// What the job does once its environment is there.
Result<std::vector<std::string>> work_steps(const JobPlan& plan, const TemplateSet& templates) {
  if (const OwnJobPlan* own = own_job_of(plan)) {
    Slots slots = {{"directory", word(own->directory)},
                   {"image", {SlotKind::ShellWord, {}}},
                   {"users_environment", {SlotKind::Assignment, {}}},
                   {"command", {SlotKind::ShellWords, payload_command(plan)}}};
    if (own->container) slots["image"] = word(*own->container);
    for (const auto& [name, value] : own->environment.value_or(NamedValues{}))
      slots["users_environment"].values.push_back(format("{}={}", name, value));
    return fill_lines(templates, "payload.sh", slots);
  }
  const WorkloadPlan& work = *workload_of(plan);
  const SlotValue none = {SlotKind::ShellWord, {}};
  Slots slots;
  slots["own_program"] = own_program(work);
  slots["launcher"] = {SlotKind::ShellWords, work.launcher};
  slots["container"] = {SlotKind::ShellWords, container_words(work)};
  slots["arguments"] = {SlotKind::Arguments, work.arguments};
  slots["report_option"] = {SlotKind::Arguments, {}};
  if (!places_report(work)) slots["report_option"].values = {"--report", std::string(kReportSlot)};
  slots["merged_tasks"] = is_in_parts(work) ? word(format("{}", work.split->processes)) : none;
  return fill_lines(templates, "launch.sh", slots);
}

Result<std::vector<std::string>> task_steps(const JobPlan& plan, const TemplateSet& templates) {
  if (plan.array_task) return fill_lines(templates, "run_task.sh", {});
  if (array_of(plan) == nullptr) return std::vector<std::string>{};
  return fill_lines(templates, "array_task.sh", {});
}

/// The user's own script if it says where its output goes.
const ScriptPlan* script_with_output(const JobPlan& plan) {
  const ScriptPlan* script = script_of(plan);
  return script != nullptr && (script->output || script->error) ? script : nullptr;
}

/// A restarted job must not write over its first output; a script may say where its output goes.
Result<std::vector<std::string>> output_steps(const JobPlan& plan, const TemplateSet& templates) {
  const bool own = plan.executor == Executor::Slurm && script_with_output(plan) != nullptr;
  return fill_lines(templates, own ? "linked_output.sh" : "restart_output.sh", {});
}

Result<std::string> fill_named(const TemplateSet& templates, const std::string& name,
                               const Slots& slots) {
  const Result<const Template*> source = find_template(templates, name);
  if (!source) return source.failure();
  return fill(**source, slots);
}

}  // namespace

std::vector<PlannedOption> output_options(const JobPlan& plan) {
  if (plan.executor == Executor::Local) return {};
  const std::string directory = escape_percent(
      plan.array_task ? array_directory(plan.run_directory, *plan.array_task) : plan.run_directory);
  const bool tasks = plan.array_task || array_of(plan) != nullptr;
  const std::string stem =
      tasks ? task_directory(directory, "%a") + "/job.%A_%a.0." : directory + "/job.%j.0.";
  const ScriptPlan* script = script_with_output(plan);
  if (script == nullptr) return {{"output", stem + "out"}, {"error", stem + "err"}};
  std::vector<PlannedOption> options = {{"output", script->output.value_or(stem + "out")}};
  if (script->error) options.push_back({"error", script->error});
  return options;
}

std::vector<std::string> payload_command(const JobPlan& plan) {
  const OwnJobPlan& own = *own_job_of(plan);
  std::vector<std::string> command;
  if (own.container) {
    command = {std::string(kApptainer), "exec"};
    if (own.container_gpu) command.push_back("--" + *own.container_gpu);
    for (const std::string& folder : {own.directory, plan.run_directory})
      command.insert(command.end(), {"--bind", folder});
    command.insert(command.end(), {"--pwd", own.directory, *own.container});
  }
  if (script_of(plan) != nullptr)
    command.push_back(path_in(plan.run_directory, std::string(kPayloadFile)));
  command.insert(command.end(), own.arguments.begin(), own.arguments.end());
  return command;
}

std::vector<PlannedOption> build_options(const BuildPlan& build) {
  std::vector<PlannedOption> options = build.options;
  if (options.empty()) return options;
  options.push_back({"output", escape_percent(built_program(build)) + ".%j.out"});
  return options;
}

Result<JobScript> render_job(const JobPlan& plan, const TemplateSet& templates,
                             const std::string& version) {
  if (const Status clean = check_names(plan); !clean) return clean.failure();
  if (const Status clean = check_options(plan.options); !clean) return clean.failure();
  Slots slots = job_slots(plan, version);
  if (const Status added = add_environment_steps(plan.modules, templates, slots); !added) {
    return added.failure();
  }
  slots["build_step"] = {SlotKind::Lines, {}};
  if (const BuildPlan* build = build_at(BuildPlan::Place::Job, plan); build != nullptr) {
    if (const Status clean = check_shell(build->shell); !clean) return clean.failure();
    Result<std::vector<std::string>> step =
        fill_lines(templates, "build_step.sh",
                   {{"shell", {SlotKind::ShellWords, shell_words_of(build->shell)}}});
    if (!step) return step.failure();
    slots["build_step"].values = std::move(*step);
  }
  const std::pair<const char*, Result<std::vector<std::string>>> steps[] = {
      {"task_steps", task_steps(plan, templates)},
      {"output_steps", output_steps(plan, templates)},
      {"work_steps", work_steps(plan, templates)}};
  for (const auto& [name, filled] : steps) {
    if (!filled) return filled.failure();
    slots[name] = {SlotKind::Lines, *filled};
  }
  Result<std::string> text = fill_named(templates, "job.sh", slots);
  if (!text) return text.failure();
  Result<ParsedScript> parsed = check_job_script(*text, plan);
  if (!parsed) return parsed.failure();
  return JobScript{*std::move(text), *std::move(parsed)};
}

std::vector<PlannedOption> array_options(const ArrayPlan& array) {
  std::vector<PlannedOption> options = array.first.options;
  const std::string throttle = array.throttle == 0 ? "" : format("%{}", array.throttle);
  options.push_back({"array", format("1-{}{}", array.tasks, throttle)});
  for (PlannedOption& option : output_options(array.first)) options.push_back(std::move(option));
  return options;
}

Result<JobScript> render_array(const ArrayPlan& array, const TemplateSet& templates,
                               const std::string& version) {
  const std::vector<PlannedOption> options = array_options(array);
  if (const Status clean = check_options(options); !clean) return clean.failure();
  const JobPlan& plan = array.first;
  const OwnJobPlan* own = own_job_of(plan);
  const std::string what = own == nullptr ? workload_of(plan)->name : visible(own->name);
  Slots slots = {
      {"shell", {SlotKind::SiteLine, {plan.shell}}},
      {"directive", {SlotKind::DirectiveValue, directive_values(options)}},
      {"missing_account", {SlotKind::Comment, {}}},
      {"version", {SlotKind::Comment, {version}}},
      {"title",
       {SlotKind::Comment,
        {format("{} runs of {}, array {}", array.tasks, what, plan.array_task->array)}}},
      {"array_directory", word(array_directory(plan.run_directory, *plan.array_task))},
  };
  if (plan.missing_account) slots["missing_account"].values = {account_hint(*plan.missing_account)};
  Result<std::string> text = fill_named(templates, "array.sh", slots);
  if (!text) return text.failure();
  Result<ParsedScript> parsed = check_array_script(*text, plan, options);
  if (!parsed) return parsed.failure();
  return JobScript{*std::move(text), *std::move(parsed)};
}

Result<std::string> render_build(const BuildPlan& build, const TemplateSet& templates,
                                 const std::string& version) {
  if (const Status clean = check_shell(build.shell); !clean) return clean.failure();
  const std::vector<PlannedOption> options = build_options(build);
  if (const Status clean = check_options(options); !clean) return clean.failure();
  const auto output = std::find(build.command.begin(), build.command.end(), build.output);
  if (output == build.command.end()) {
    return Failure(ExitCode::Invalid, "build of '" + build.workload + "'",
                   "the compiler call does not name its output '" + build.output + "'",
                   "the program could not be found afterwards", "correct the manifest");
  }
  Slots slots = {
      {"shell", {SlotKind::SiteLine, {build.shell}}},
      {"directive", {SlotKind::DirectiveValue, directive_values(options)}},
      {"version", {SlotKind::Comment, {version}}},
      {"title", {SlotKind::Comment, {title(build)}}},
      {"program_directory", word(build.program_directory)},
      {"program", word(build.workload + "." + build.backend)},
      {"source_directory", word(build.source_directory)},
      {"command", {SlotKind::ShellWords, {build.command.begin(), output}}},
      {"command_end", {SlotKind::ShellWords, {output + 1, build.command.end()}}},
  };
  if (const Status added = add_environment_steps(build.modules, templates, slots); !added) {
    return added.failure();
  }
  Result<std::string> text = fill_named(templates, "build.sh", slots);
  if (!text) return text;
  if (const Status same = check_build_script(*text, build); !same) return same.failure();
  return text;
}

Result<std::string> render_environment(const EnvironmentPlan& plan, const TemplateSet& templates) {
  if (const Status clean = check_shell(plan.shell); !clean) return clean.failure();
  if (const Status clean = check_text(plan.directory, "directory"); !clean) return clean.failure();
  Slots slots = {{"shell", {SlotKind::SiteLine, {plan.shell}}},
                 {"title", {SlotKind::Comment, {plan.title}}},
                 {"directory", word(plan.directory)},
                 {"options", {SlotKind::ShellWords, plan.options}},
                 {"upgrade", {SlotKind::ShellWord, {}}},
                 {"packages", {SlotKind::ShellWords, plan.packages}},
                 {"installed", word(std::string(kInstalledPackages))}};
  if (!plan.upgrade.empty()) slots["upgrade"] = {SlotKind::ShellWords, plan.upgrade};
  ModuleSteps modules = plan.modules;
  modules.venv.clear();
  if (const Status added = add_environment_steps(modules, templates, slots); !added) {
    return added.failure();
  }
  return fill_named(templates, "environment.sh", slots);
}

Result<std::string> render_run(const JobPlan& plan, const TemplateSet& templates,
                               const std::string& version) {
  std::vector<std::string> submit = {"bash", "job.sh"};
  if (plan.executor == Executor::Slurm) {
    submit = {plan.submit_command.value_or("sbatch"), "--parsable"};
    if (!plan.clusters_option.empty()) submit.push_back("--clusters=" + plan.clusters_option);
    submit.insert(submit.end(), plan.sbatch_arguments.begin(), plan.sbatch_arguments.end());
    submit.emplace_back("job.sh");
  } else if (plan.shell.starts_with("#!")) {
    submit = shell_words_of(plan.shell);
    submit.emplace_back("job.sh");
  }
  Slots slots = {
      {"version", {SlotKind::Comment, {version}}},
      {"title", {SlotKind::Comment, {title(plan)}}},
      {"program", {SlotKind::ShellWord, {}}},
      {"build_shell", {SlotKind::ShellWords, {}}},
      {"submit", {SlotKind::ShellWords, submit}},
      {"program_directory", {SlotKind::ShellWord, {}}},
      {"run_id", word(plan.run_id)},
  };
  // Made where it is missing, so that all runs share what the first of them builds.
  if (const BuildPlan* build = build_of(plan))
    slots["program_directory"].values = {build->program_directory};
  if (const BuildPlan* build = build_at(BuildPlan::Place::Login, plan); build != nullptr) {
    if (const Status clean = check_shell(build->shell); !clean) return clean.failure();
    slots["program"].values = {built_program(*build)};
    slots["build_shell"].values = shell_words_of(build->shell);
  }
  return fill_named(templates, "run.sh", slots);
}

}  // namespace gpujob
