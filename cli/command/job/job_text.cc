// SPDX-License-Identifier: MIT
#include "command/job/job_text.h"

#include "base/duration.h"
#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "base/text.h"
#include "command/args/output.h"
#include "jobs/session/site_selection.h"
#include "plan/charge.h"
#include "report/quantity.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

std::string shape_text(const JobPlan& plan) {
  std::string text;
  if (plan.gpu) {
    text = format("{} {} ({}) on ", plan.gpu->total, plan.gpu->key, plan.gpu->model);
  }
  text += format("{}, {}", count_of(plan.nodes, "node"), count_of(plan.tasks, "task"));
  if (plan.cpus_per_task > 0) text += format(" of {}", count_of(plan.cpus_per_task, "CPU"));
  if (plan.time.count() > 0) text += format(", at most {}", format_walltime(plan.time));
  return text;
}

std::string program_text(const WorkloadPlan& work) {
  const auto& build = work.build;
  if (!build) return format("{}/{}", work.libexec, work.program);
  const bool in_job = build->place == BuildPlan::Place::Job;
  return format("built {} for {}, kept as {}", in_job ? "first in the job" : "before submission",
                build->architecture.empty() ? "this processor" : build->architecture, build->key);
}

std::string work_text(const JobPlan& plan) {
  if (const WorkloadPlan* work = workload_of(plan)) {
    std::string text = format("{} {}, {}", work->name, work->variant, work->precision);
    for (const auto& [name, value] : work->parameters) text += format(", {}={}", name, value);
    return text;
  }
  const OwnJobPlan& own = *own_job_of(plan);
  const std::string words = command_line_text(own.arguments);
  if (script_of(plan) == nullptr) return "command " + words;
  return format("script {}{}", own.name, words.empty() ? "" : " " + words);
}

}  // namespace

std::string plan_text(const Resolution& resolution, const Screen& screen) {
  const JobPlan& plan = resolution.plan;
  TextTable table({{""}, {""}});
  table.add({"work", work_text(plan)});
  if (const int launches = launches_of(plan); launches > 1)
    table.add({"launches", std::to_string(launches)});
  table.add({"where", format("{}/{}{}", plan.center, plan.cluster,
                             plan.partition.empty() ? "" : ", partition " + plan.partition)});
  table.add({"on", shape_text(plan)});
  if (resolution.charge)
    table.add({"charged", charge_text(*resolution.charge) + " if it takes its whole time"});
  std::vector<std::string> options;
  for (const PlannedOption& option : plan.options) options.push_back(option_text(option));
  options.insert(options.end(), plan.sbatch_arguments.begin(), plan.sbatch_arguments.end());
  if (!options.empty()) table.add({"sbatch", command_line_text(options)});
  if (!plan.modules.modules.empty()) {
    table.add({"modules", format("{}", join(plan.modules.modules, " "))});
  }
  if (plan.modules.spack) table.add({"spack", join(*plan.modules.spack, " ")});
  if (!plan.modules.venv.empty()) table.add({"venv", plan.modules.venv});
  if (plan.modules.conda) table.add({"conda", *plan.modules.conda});
  if (const WorkloadPlan* work = workload_of(plan)) {
    table.add({"program", program_text(*work)});
  } else {
    table.add({"starts in", own_job_of(plan)->directory});
  }
  table.add({"run", plan.run_directory});
  return table.text(screen);
}

std::string explanation_text(const Explanation& explanation, const Screen& screen) {
  TextTable table({{"what"}, {"value"}, {"from"}, {"by"}});
  for (const Choice& choice : explanation) {
    table.add({choice.subject, choice.value, to_string(choice.from), choice.origin});
  }
  return table.text(screen);
}

std::string command_line_text(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  quoted.reserve(words.size());
  for (const std::string& word : words) quoted.push_back(shell_word(word));
  return format("{}", join(quoted, " "));
}

Json to_json(const JobCharge& charge) {
  return {{"amount", rounded(charge.amount)}, {"unit", charge.unit}};
}

Json job_json(std::string_view kind, const Job& job, Explain explain) {
  Json document = json_document(kind);
  document["site"] = full_name(job.site);
  document["plan"] = to_json(job.resolution.plan);
  if (explain == Explain::Yes) document["explanation"] = to_json(job.resolution.explanation);
  document["diagnostics"] = to_json(job.diagnostics);
  if (job.resolution.charge) document["charge"] = to_json(*job.resolution.charge);
  return document;
}

void print_remarks(World& world, const Job& job, Explain explain) {
  print_diagnostics(world, job.diagnostics);
  if (explain == Explain::Yes)
    world.err(explanation_text(job.resolution.explanation, world.err_screen()));
}

}  // namespace gpujob
