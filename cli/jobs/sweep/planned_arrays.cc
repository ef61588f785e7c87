// SPDX-License-Identifier: MIT
#include "jobs/sweep/planned_arrays.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "jobs/session/program_version.h"
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
std::vector<Batch> grouped(const PointJobs& jobs, bool are_single) {
  std::vector<Batch> batches;
  std::map<std::string, std::size_t> open;  // the batch of a shape that the next job joins
  std::vector<std::optional<std::string>> shapes(jobs.pattern_count());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    std::optional<std::string>& shape = shapes[jobs.pattern_of(i)];
    if (!shape) shape = are_single ? "" : shape_of(jobs.like(i).resolution.plan);
    const auto known = shape->empty() ? open.end() : open.find(*shape);
    if (known != open.end() &&
        batches[known->second].points.size() < most_tasks(jobs.like(i).site.get())) {
      batches[known->second].points.push_back(i);
      continue;
    }
    if (!shape->empty()) open[*shape] = batches.size();
    batches.push_back({{i}, "", ""});
  }
  return batches;
}

std::vector<Batch> in_products(const std::vector<Batch>& batches, const Sweep& sweep) {
  std::vector<Batch> parts;
  for (const Batch& batch : batches) {
    for (auto& points : sweep.products_in(batch.points))
      parts.push_back({std::move(points), "", ""});
  }
  std::sort(parts.begin(), parts.end(),
            [](const Batch& a, const Batch& b) { return a.points.front() < b.points.front(); });
  return parts;
}

Status make_array(PointJobs& jobs, Batch& batch, const ArrayRules& rules) {
  batch.array = rules.make_id();
  JobPlan first = jobs.at(batch.points.front()).resolution.plan;
  const std::size_t own = first.options.size();
  become_task(first, {batch.array, 1});
  const ArrayPlan array{std::move(first), batch.points.size(), rules.throttle};
  auto script = render_array(array, rules.templates, std::string(kProgramVersion));
  if (!script) return script.failure();
  batch.script = std::move(script->text);
  const PlannedOption indices = array_options(array).at(own);
  const bool is_throttled = rules.throttle > 0;
  return jobs.make_tasks(
      batch.points, batch.array,
      {"--" + indices.option, indices.value.value_or(""), is_throttled ? From::Flag : From::Rule,
       is_throttled ? "--throttle" : "a task for each job of this shape"},
      rules.templates);
}

}  // namespace

Result<std::vector<Batch>> make_batches(PointJobs& jobs, const Sweep& sweep,
                                        const ArrayRules& rules) {
  std::vector<Batch> batches = grouped(jobs, rules.packing == Packing::Single);
  if (rules.packing == Packing::Products) batches = in_products(batches, sweep);
  for (Batch& batch : batches) {
    if (batch.points.size() == 1) continue;
    if (auto made = make_array(jobs, batch, rules); !made) return made.failure();
  }
  return batches;
}

}  // namespace gpujob
