// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "base/format.h"
#include "base/index_list.h"
#include "base/text.h"
#include "lint/fact_source.h"
#include "lint/finding.h"
#include "lint/matching_nodes.h"
#include "lint/rules/rules.h"
#include "profile/job_limits.h"

// Limits that depend on how large the job is, partitions that its QOS is not for, and the largest
// index of an array. A job may name several partitions; one that takes it is enough.

namespace gpujob {

namespace {

CountRange gpus_of(const ResourceRequest& request, const CountRange& nodes,
                   const Cluster& cluster) {
  if (!request.wants_gpus())
    return gpus_come_anyway(request, cluster) ? CountRange{} : CountRange{0, 0};
  const bool exact = request.parts.gpus || nodes.least == nodes.most;
  return exact ? CountRange{request.gpus, request.gpus} : CountRange{request.gpus};
}

JobSize size_of(const ParsedScript& script, const ResourceRequest& request,
                const Cluster& cluster) {
  JobSize size;
  size.nodes.least = nodes_on(fitting_shapes(request), request);
  // One task is on one node, if no number of GPUs in all spreads it.
  const bool one_task = request.tasks == 1 && !request.parts.gpus;
  const auto most =
      one_task && !request.most_nodes ? std::optional(size.nodes.least) : request.most_nodes;
  if (most) size.nodes.most = std::max(*most, size.nodes.least);
  size.gpus = gpus_of(request, size.nodes, cluster);
  size.cpus = std::max(request.tasks * request.parts.cpus_per_task.value_or(1),
                       request.parts.cpus_per_gpu.value_or(0) * request.gpus);
  size.time = request.time;
  if (const Directive* qos = script.script.find("qos"); qos != nullptr && qos->value)
    size.qos = *qos->value;
  if (const Directive* array = script.script.find("array"); array != nullptr && array->value) {
    if (const auto tasks = read_index_list(*array->value))
      size.jobs = static_cast<long long>(tasks->size());
  }
  return size;
}

/// In the one partition, or if each of several refuses the job: what the first says.
std::vector<LimitRule> broken_everywhere(const ResourceRequest& request, const Cluster& cluster,
                                         const JobSize& size) {
  const std::vector<const Partition*> partitions = known_partitions(request, cluster);
  if (partitions.empty()) return broken_limits(cluster, nullptr, size);
  std::vector<LimitRule> first;
  for (const Partition* partition : partitions) {
    std::vector<LimitRule> broken = broken_limits(cluster, partition, size);
    if (broken.empty()) return {};
    if (first.empty()) first = std::move(broken);
  }
  return first;
}

ScriptPlace first_of(std::initializer_list<ScriptPlace> places) {
  for (const ScriptPlace& place : places)
    if (place.line > 0) return place;
  return {};
}

ScriptPlace place_of(const LimitRule& rule, const ResourceLines& lines,
                     const ParsedScript& script) {
  switch (rule.measure) {
    case JobMeasure::Time:
      return lines.time;
    case JobMeasure::Nodes:
      return first_of({lines.nodes, lines.gpus});
    case JobMeasure::Cpus:
      return first_of({lines.cpus, lines.tasks});
    case JobMeasure::Submitted:
      return script.script.find("array")->place();
    case JobMeasure::Place:
      return script.script.find("qos")->place();
    case JobMeasure::Gpus:
    case JobMeasure::Jobs:
    case JobMeasure::Any:
      break;
  }
  return rule.limit->when_gpus || !rule.limit->when_nodes ? first_of({lines.gpus, lines.nodes})
                                                          : first_of({lines.nodes, lines.gpus});
}

std::string problem_of(const LimitRule& rule, const JobSize& size) {
  switch (rule.measure) {
    case JobMeasure::Time:
      return *size.time == kUnlimited
                 ? "time is unlimited"
                 : format("time {} is over the limit", format_walltime(*size.time));
    case JobMeasure::Nodes:
      return "the job takes " + count_of(size.nodes.least, "node");
    case JobMeasure::Gpus:
      return "the job takes " + count_of(size.gpus.least, "GPU");
    case JobMeasure::Cpus:
      return "the job takes " + count_of(size.cpus, "CPU");
    case JobMeasure::Submitted:
      return "the array has " + count_of(size.jobs, "task");
    case JobMeasure::Jobs:
    case JobMeasure::Any:
    case JobMeasure::Place:
      break;
  }
  return rule.problem;
}

/// The largest index in "0-15,20-30:2%4"; nothing if it cannot be read.
std::optional<long long> largest_index(std::string_view value) {
  std::optional<long long> largest;
  for (const std::string_view part : split(value.substr(0, value.find('%')), ',')) {
    const std::string_view range = part.substr(0, part.find(':'));
    const std::optional<long long> last = parse_integer(range.substr(range.rfind('-') + 1));
    if (!last) return std::nullopt;
    largest = std::max(largest.value_or(0), *last);
  }
  return largest;
}

void check_array(const ParsedScript& script, const LintContext& context, Diagnostics& found) {
  const std::optional<int>& size = context.cluster.max_array_size;
  const Directive* array = script.script.find("array");
  if (!size || array == nullptr || !array->value) return;
  const std::optional<long long> largest = largest_index(*array->value);
  if (!largest || *largest < *size) return;
  found.push_back(over_limit(context, array->place(),
                             format("the array goes to index {}", *largest),
                             format("{} allows indices below {}", context.center, *size),
                             format("end it at {}", *size - 1)));
}

}  // namespace

void check_job_size(const ParsedScript& script, const ResourceRequest& request,
                    const LintContext& context, Diagnostics& found) {
  check_array(script, context, found);
  const JobSize size = size_of(script, request, context.cluster);
  for (const LimitRule& rule : broken_everywhere(request, context.cluster, size)) {
    found.push_back(over_limit(context, place_of(rule, request.lines, script),
                               problem_of(rule, size), rule.why, rule.fix));
    found.back().source = source_text(context, rule.limit->source);
  }
}

}  // namespace gpujob
