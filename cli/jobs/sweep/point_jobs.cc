// SPDX-License-Identifier: MIT
#include "jobs/sweep/point_jobs.h"

#include <algorithm>
#include <cassert>

#include "base/format.h"
#include "base/text.h"
#include "jobs/session/program_version.h"
#include "render/render.h"
#include "render/vary_script.h"

namespace gpujob {

namespace {

constexpr const char* kJobNameOption = "job-name";

void replace_id(std::string& text, const std::string& id, const std::string& other) {
  text = replace_all(std::move(text), id, other);
}

/// The run of another id, in the same directory.
void rename_run(JobPlan& plan, const std::string& run_id) {
  if (plan.run_id == run_id) return;
  replace_id(plan.run_directory, plan.run_id, run_id);
  replace_id(plan.job_name, plan.run_id, run_id);
  for (PlannedOption& option : plan.options) {
    if (option.value) replace_id(*option.value, plan.run_id, run_id);
  }
  for (auto& [name, value] : plan.environment) replace_id(value, plan.run_id, run_id);
  plan.run_id = run_id;
}

/// `indices`: what the array's script asks for beside the plan's options.
void explain_task(Resolution& resolution, const Choice& indices) {
  Explanation& choices = resolution.explanation;
  const auto name = std::find_if(choices.begin(), choices.end(), [](const Choice& choice) {
    return choice.subject == format("--{}", kJobNameOption);
  });
  if (name == choices.end()) return;
  name->value = resolution.plan.job_name;
  name->origin = "gj-<name>-<array id>";
  choices.insert(name + 1, indices);
}

}  // namespace

void become_task(JobPlan& plan, const ArrayTask& task) {
  plan.array_task = task;
  plan.job_name = replace_all(plan.job_name, plan.run_id, task.array);
  for (PlannedOption& option : plan.options) {
    if (option.option == kJobNameOption) option.value = plan.job_name;
  }
}

void PointJobs::add(Job job) {
  points_.push_back({patterns_.size(), job.resolution.plan.run_id, {}, {}});
  patterns_.push_back({std::move(job), ""});
}

bool PointJobs::add_like(std::size_t pattern, std::string run_id, const PointValues& values) {
  const Job& like = patterns_[pattern].job;
  const JobPlan& plan = like.resolution.plan;
  if (!vary_script(like.script, plan, run_id, values.arguments)) return false;
  const WorkloadPlan& work = *workload_of(plan);
  Point point{pattern, std::move(run_id), {}, {}};
  for (std::uint32_t i = 0; i < values.parameters.size(); ++i) {
    if (values.parameters[i] != work.parameters[i])
      point.parameters.emplace_back(i, values.parameters[i].second);
  }
  for (std::uint32_t i = 0; i < values.arguments.size(); ++i) {
    if (values.arguments[i] != work.arguments[i])
      point.arguments.emplace_back(i, values.arguments[i]);
  }
  points_.push_back(std::move(point));
  return true;
}

void PointJobs::append(const PointJobs& others) {
  const std::size_t patterns = patterns_.size();
  const auto arrays = static_cast<std::uint32_t>(arrays_.size());
  patterns_.insert(patterns_.end(), others.patterns_.begin(), others.patterns_.end());
  arrays_.insert(arrays_.end(), others.arrays_.begin(), others.arrays_.end());
  for (Point point : others.points_) {
    point.pattern += patterns;
    if (point.array > 0) point.array += arrays;
    points_.push_back(std::move(point));
  }
}

std::string PointJobs::script_as(std::size_t index, const std::string& run_id) const {
  const Point& point = points_[index];
  const Pattern& pattern = patterns_[point.pattern];
  const JobPlan& plan = pattern.job.resolution.plan;
  const std::string& text = point.array > 0 ? pattern.task_script : pattern.job.script;
  if (run_id == plan.run_id && point.arguments.empty()) return text;
  std::vector<std::string> arguments = workload_or_empty(plan).arguments;
  for (const auto& [place, value] : point.arguments) arguments[place] = value;
  auto varied = vary_script(text, plan, run_id, arguments);
  assert(varied);  // it was asked for when the point was added
  return *std::move(varied);
}

Job PointJobs::at(std::size_t index) const {
  const Point& point = points_[index];
  const Pattern& pattern = patterns_[point.pattern];
  const JobPlan& like = pattern.job.resolution.plan;
  Job job{pattern.job.site,         pattern.job.resolution, script(index),
          pattern.job.build_script, pattern.job.payload,    pattern.job.diagnostics};
  JobPlan& plan = job.resolution.plan;
  rename_run(plan, point.run_id);
  for (const auto& [place, value] : point.arguments) workload_of(plan)->arguments[place] = value;
  for (const auto& [place, value] : point.parameters) {
    auto& parameter = workload_of(plan)->parameters[place];
    parameter.second = value;
    const std::string subject = "parameter " + parameter.first;
    for (Choice& choice : job.resolution.explanation) {
      if (choice.subject == subject) choice.value = value;
    }
  }
  if (plan.run_id != like.run_id) {
    for (Choice& choice : job.resolution.explanation)
      replace_id(choice.value, like.run_id, plan.run_id);
  }
  if (point.array > 0) {
    const Array& array = arrays_[point.array - 1];
    become_task(plan, {array.id, point.task});
    explain_task(job.resolution, array.indices);
  }
  return job;
}

Status PointJobs::make_tasks(const std::vector<std::size_t>& points, const std::string& array,
                             const Choice& indices, const TemplateSet& templates) {
  arrays_.push_back({array, indices});
  int task = 0;
  for (const std::size_t index : points) {
    Point& point = points_[index];
    point.array = static_cast<std::uint32_t>(arrays_.size());
    point.task = ++task;
    Pattern& pattern = patterns_[point.pattern];
    if (!pattern.task_script.empty()) continue;
    JobPlan plan = pattern.job.resolution.plan;
    become_task(plan, {array, task});
    auto script = render_job(plan, templates, std::string(kProgramVersion));
    if (!script) return script.failure();
    pattern.task_script = std::move(script->text);
  }
  return {};
}

}  // namespace gpujob
