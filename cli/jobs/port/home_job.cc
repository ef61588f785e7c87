// SPDX-License-Identifier: MIT
#include "jobs/port/home_job.h"

#include <algorithm>
#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "lint/matching_nodes.h"
#include "plan/gpu_choice.h"

namespace gpujob {

namespace {

std::string at_home(const PortInput& input, int line) {
  return line == 0 ? input.file : format("{}:{}", input.file, line);
}

/// The type that a word of a GPU option means; null without one.
const GpuType* type_by_name(const Cluster& cluster, const std::string& word) {
  if (word.empty()) return nullptr;
  for (const GpuType& type : cluster.gpus)
    if (type.gres == word || type.key == word) return &type;
  for (const GpuType& type : cluster.gpus)
    if (to_lower(type.gres) == to_lower(word) || names_gpu(word, type)) return &type;
  return nullptr;
}

/// The one type of the nodes that match partition and constraint; null if there are several.
const GpuType* type_by_nodes(const Cluster& cluster, const ResourceRequest& asked) {
  const GpuType* only = nullptr;
  for (const NodeShape* shape : asked.shapes) {
    if (!shape->more_gpus.empty()) return nullptr;
    const GpuType* type = shape->gpu.empty() ? nullptr : cluster.find_gpu(shape->gpu);
    if (type == nullptr) continue;
    if (only != nullptr && only != type) return nullptr;
    only = type;
  }
  return only;
}

std::string keys_there(const PortInput& input) {
  std::vector<std::string> keys;
  for (const GpuType& type : input.to.cluster.gpus) keys.push_back(type.key);
  return keys.empty() ? "" : format("choose one with --gpu: {}", join(keys, ", "));
}

Failure uncertain_gpu(const PortInput& input, const ResourceRequest& asked) {
  return {ExitCode::Invalid, at_home(input, asked.lines.gpus.line),
          "which GPU it gets is uncertain",
          format("its directives fit several types at {}",
                 site_name(input.from.profile, input.from.cluster)),
          keys_there(input)};
}

bool has_model(const Cluster& cluster, const std::string& model) {
  return std::any_of(cluster.gpus.begin(), cluster.gpus.end(),
                     [&](const GpuType& type) { return type.model == model; });
}

Failure other_gpu(const PortInput& input, const HomeJob& home, const std::string& origin) {
  return {
      ExitCode::Invalid, origin,
      format("'{}' is not at {}", home.gpu->model, site_name(input.to.profile, input.to.cluster)),
      "", keys_there(input)};
}

/// GPUs per node of nodes that are given whole; 0 if it varies or is unknown.
int gpus_of_whole_nodes(const std::vector<const NodeShape*>& shapes) {
  int gpus = 0;
  for (const NodeShape* shape : shapes) {
    if (shape->gpus == 0 || (gpus != 0 && gpus != all_gpus(*shape))) return 0;
    gpus = all_gpus(*shape);
  }
  return gpus;
}

std::optional<int> as_int(long long number) {
  if (number < 1 || number > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(number);
}

/// CPUs per task at home: as written, or what belongs to the GPUs of a node.
Result<std::optional<long long>> cpus_per_task(const PortInput& input,
                                               const ResourceRequest& asked) {
  const ResourceCounts& parts = asked.parts;
  if (!parts.cpus_per_gpu) return parts.cpus_per_task;
  const Directive* directive = input.script.script.find("cpus-per-gpu");
  const long long nodes = std::max(1LL, asked.nodes);
  const long long cpus = *parts.cpus_per_gpu * asked.gpus;
  if (asked.gpus == 0 || asked.tasks % nodes != 0 || cpus % asked.tasks != 0) {
    return Failure{ExitCode::Invalid, at_home(input, directive == nullptr ? 0 : directive->line),
                   format("{} CPUs per GPU are not a whole number per task", *parts.cpus_per_gpu),
                   "", "write --cpus-per-task instead"};
  }
  return std::optional(cpus / asked.tasks);
}

}  // namespace

int threads_per_core(const std::vector<const NodeShape*>& shapes) {
  int threads = 0;
  for (const NodeShape* shape : shapes) {
    const int here = shape->threads_per_core.value_or(0);
    if (here == 0 || (threads != 0 && here != threads)) return 0;
    threads = here;
  }
  return threads;
}

std::vector<const NodeShape*> shapes_for(const Cluster& cluster, const GpuType* gpu) {
  if (gpu != nullptr) return cluster.shapes_with(gpu->key);
  const Partition* usual = cluster.default_partition();
  std::vector<const NodeShape*> shapes;
  for (const NodeShape& shape : cluster.nodes) {
    const bool there = usual == nullptr || contains(shape.partitions, usual->name);
    if (there && !has_gpus(shape)) shapes.push_back(&shape);
  }
  return shapes;
}

Result<HomeJob> read_home_job(const PortInput& input, bool any_gpu) {
  HomeJob home;
  const Cluster& cluster = input.from.cluster;
  home.asked = requested_resources(input.script.script, cluster);
  const bool anyway = gpus_come_anyway(home.asked, cluster);
  if (!home.asked.wants_gpus() && !anyway) return home;
  home.gpu = type_by_name(cluster, home.asked.gpu_type);
  if (home.gpu == nullptr) home.gpu = type_by_nodes(cluster, home.asked);
  if (home.gpu == nullptr && !any_gpu) return uncertain_gpu(input, home.asked);
  home.gpus = home.asked.gpus;
  if (home.gpus == 0) home.gpus = home.asked.nodes * gpus_of_whole_nodes(home.asked.shapes);
  if (home.gpus == 0) return uncertain_gpu(input, home.asked);
  return home;
}

Status ask_for_the_same(const PortInput& input, const HomeJob& home, Request& request) {
  const ResourceRequest& asked = home.asked;
  const ResourceCounts& parts = asked.parts;
  const GpuType* there = nullptr;
  if (home.gpus > 0) {
    const std::string origin = at_home(input, asked.lines.gpus.line);
    if (!request.gpu) {
      if (!has_model(input.to.cluster, home.gpu->model)) return other_gpu(input, home, origin);
      request.gpu = SourcedValue{home.gpu->model, From::Script, origin};
    }
    const auto colon = request.gpu->value.find(':');
    if (colon == std::string::npos) request.gpus = as_int(home.gpus);
    for (const GpuType& type : input.to.cluster.gpus)
      if (names_gpu(request.gpu->value.substr(0, colon), type)) there = &type;
  }
  const auto take = [&](const char* option, std::optional<int>& field, long long value, int line) {
    field = as_int(value);
    request.script_origins[option] = at_home(input, line);
  };
  const bool spread = parts.nodes || asked.nodes > 1;
  if (spread && !request.nodes) take("nodes", request.nodes, asked.nodes, asked.lines.nodes.line);
  if (parts.tasks || parts.tasks_per_node)
    take("ntasks", request.ntasks, asked.tasks, asked.lines.tasks.line);
  const auto cpus = cpus_per_task(input, asked);
  if (!cpus) return cpus.failure();
  const int threads_here = threads_per_core(asked.shapes);
  const int threads_there = threads_per_core(shapes_for(input.to.cluster, there));
  const bool known = threads_here > 0 && threads_there > 0;
  if (*cpus) {
    const long long cores = known ? (**cpus + threads_here - 1) / threads_here : **cpus;
    take("cpus-per-task", request.cpus_per_task, known ? cores * threads_there : cores,
         asked.lines.cpus.line);
  } else if (known && asked.tasks > 1 && threads_there > threads_here) {
    // Each task had a core, or a part of one, to itself.
    take("cpus-per-task", request.cpus_per_task, threads_there / threads_here,
         asked.lines.tasks.line);
  }
  if (parts.memory_per_cpu_mib || parts.memory_per_gpu_mib || parts.memory_mib) {
    request.memory_mib = asked.memory_mib;
  }
  if (asked.time && *asked.time != kUnlimited) {
    request.time = asked.time;
    request.script_origins["time"] = at_home(input, asked.lines.time.line);
  } else if (!asked.time) {
    const auto partitions = known_partitions(asked, input.from.cluster);
    if (partitions.size() == 1 && partitions.front()->default_time)
      request.time = partitions.front()->default_time;
  }
  return {};
}

PortedAmounts amounts(const ResourceRequest& request, const std::vector<const NodeShape*>& shapes,
                      long long nodes) {
  PortedAmounts sum;
  const long long threads = std::max(1, threads_per_core(shapes));
  sum.gpus = request.gpus;
  sum.nodes = nodes;
  sum.tasks = request.tasks;
  const bool names_tasks = request.parts.tasks || request.parts.tasks_per_node;
  if (!names_tasks) sum.tasks = std::max(sum.tasks, nodes);
  sum.cores_per_node = (request.cpus_per_node + threads - 1) / threads;
  sum.memory_mib = request.memory_mib.value_or(0);
  if (request.time && *request.time != kUnlimited) sum.seconds = request.time->count();
  return sum;
}

}  // namespace gpujob
