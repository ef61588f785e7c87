// SPDX-License-Identifier: MIT
#include "command/submit/planned_arrays.h"

#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "command/args/version.h"
#include "render/render.h"

namespace gpujob {

namespace {

/// Slurm's default of MaxArraySize; the largest index is one less. Source: slurm.conf(5),
/// https://slurm.schedmd.com/slurm.conf.html#OPT_MaxArraySize, checked 2026-11-25.
constexpr int kUsualMaxArraySize = 1001;

constexpr const char* kJobName = "job-name";

/// The most tasks of one array there; their indices start at 1.
std::size_t most_tasks(const Cluster& cluster) {
  const int size = cluster.max_array_size.value_or(kUsualMaxArraySize);
  return static_cast<std::size_t>(std::max(1, size - 1));
}

/// What all tasks of an array have alike; empty for a job that stays single.
std::string shape_of(const JobPlan& plan) {
  const bool is_named = plan.job_name.find(plan.run_id) != std::string::npos;
  if (plan.executor != Executor::Slurm || array_of(plan) != nullptr || !is_named) return "";
  std::vector<std::string> lines = {plan.shell};
  for (const PlannedOption& option : plan.options) {
    if (option.option != kJobName) lines.push_back(option_text(option));
  }
  return join(lines, "\n");
}

/// Jobs of one shape, cut where an array would be too large.
std::vector<Batch> grouped(const std::vector<Job>& jobs, bool are_single) {
  std::vector<Batch> batches;
  std::map<std::string, std::size_t> open;  // the batch of a shape that the next job joins
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const std::string shape = are_single ? "" : shape_of(jobs[i].resolution.plan);
    const auto known = shape.empty() ? open.end() : open.find(shape);
    if (known != open.end() &&
        batches[known->second].points.size() < most_tasks(jobs[i].site.get())) {
      batches[known->second].points.push_back(i);
      continue;
    }
    if (!shape.empty()) open[shape] = batches.size();
    batches.push_back({{i}, "", ""});
  }
  return batches;
}

void become_task(JobPlan& plan, const ArrayTask& task) {
  plan.array_task = task;
  plan.job_name = replace_all(plan.job_name, plan.run_id, task.array);
  for (PlannedOption& option : plan.options) {
    if (option.option == kJobName) option.value = plan.job_name;
  }
}

/// `array`: what the array's script asks for beside the plan's options.
void explain_array(Resolution& resolution, const PlannedOption& array, bool is_throttled) {
  Explanation& choices = resolution.explanation;
  const auto name = std::find_if(choices.begin(), choices.end(), [](const Choice& choice) {
    return choice.subject == format("--{}", kJobName);
  });
  if (name == choices.end()) return;
  name->value = resolution.plan.job_name;
  name->origin = "gj-<name>-<array id>";
  const Choice indices = {"--" + array.option, array.value.value_or(""),
                          is_throttled ? From::Flag : From::Rule,
                          is_throttled ? "--throttle" : "a task for each job of this shape"};
  choices.insert(name + 1, indices);
}

Status make_array(std::vector<Job>& jobs, Batch& batch, const ArrayRules& rules) {
  const std::string version(kProgramVersion);
  batch.array = rules.make_id();
  int index = 0;
  for (const std::size_t point : batch.points) {
    become_task(jobs[point].resolution.plan, {batch.array, ++index});
  }
  const JobPlan& first = jobs[batch.points.front()].resolution.plan;
  const ArrayPlan array{first, batch.points.size(), rules.throttle};
  auto script = render_array(array, rules.templates, version);
  if (!script) return script.failure();
  batch.script = std::move(script->text);
  const PlannedOption indices = array_options(array).at(first.options.size());
  for (const std::size_t point : batch.points) {
    Job& job = jobs[point];
    explain_array(job.resolution, indices, rules.throttle > 0);
    auto task = render_job(job.resolution.plan, rules.templates, version);
    if (!task) return task.failure();
    job.script = std::move(task->text);
  }
  return {};
}

}  // namespace

Result<std::vector<Batch>> make_batches(std::vector<Job>& jobs, const ArrayRules& rules) {
  std::vector<Batch> batches = grouped(jobs, rules.are_single);
  for (Batch& batch : batches) {
    if (batch.points.size() == 1) continue;
    if (auto made = make_array(jobs, batch, rules); !made) return made.failure();
  }
  return batches;
}

}  // namespace gpujob
