// SPDX-License-Identifier: MIT
#include "lint/resource_request.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/memory_size.h"
#include "base/text.h"
#include "lint/matching_nodes.h"
#include "script/gpu_count.h"
#include "script/option_value.h"

// How Slurm sums what a script requests.
//
// Tasks: --ntasks; else --nodes × --ntasks-per-node; else one per node. Nodes: --nodes (its lower
// end); but N tasks at M per node take ceil(N / M) nodes in any case, and Slurm gives no node
// without a task: `-N 2 -n 1` becomes one node, with a warning from sbatch. A GPU count per node is
// multiplied by the nodes, a count per task by the tasks. So
//
//     #SBATCH -n 24 --ntasks-per-node=1 --gres=gpu:1
//
// is 24 nodes and 24 GPUs, and `-n 24 --gpus-per-task=1` is 24 GPUs, which on nodes of one GPU are
// 24 nodes too. --gpus=N is a total: with --nodes=K the fullest node gets at least ceil(N / K);
// beside a count per node it decides the number of nodes, beside a count per task that of tasks.
// --gpus-per-task beside a count per node decides the tasks on each node as --ntasks-per-node does.
// CPUs: each task gets --cpus-per-task, so the fullest node needs that times its tasks; and every
// node must have room for --ntasks-per-node of them, even if fewer run. Memory: --mem is per node
// (0 means all of it); --mem-per-cpu and --mem-per-gpu are multiplied. All results are lower
// bounds, since Slurm may spread a job over more nodes than necessary. Source:
// https://slurm.schedmd.com/sbatch.html, https://slurm.schedmd.com/gres.html; sbatch --test-only of
// Slurm 22.05.8.
//
// --gpus=[type:]N is the job's total; --gpus-per-node and --gres=gpu count per node,
// --gpus-per-task per task. Each takes a list: --gres=gpu:a:1,nvme:100 asks for one GPU. Two counts
// per node of the same type are not added: the last one counts, and --gres comes after
// --gpus-per-node (measured on Slurm 22.05.8).

namespace gpujob {

namespace {

constexpr long long kMaxCount = 1'000'000'000;  ///< keeps products of two inside 64 bits

long long ceil_divide(long long value, long long by) {
  return by <= 0 ? value : (value + by - 1) / by;
}

constexpr std::array<std::pair<std::string_view, GpuScope>, 5> kGpuOptions = {{
    {"gpus", GpuScope::Job},
    {"gpus-per-node", GpuScope::Node},
    {"gpus-per-task", GpuScope::Task},
    {"gres", GpuScope::Node},
    {"gpus-per-socket", GpuScope::Node},  // times --sockets-per-node
}};
constexpr long long kMaxGpuCount = 1'000'000'000;
constexpr long long kMaxSockets = 1000;

/// `--ntasks-per-gpu` without a number of GPUs: as many as the tasks need, or one for each node.
std::optional<GpuRequest> gpus_for_tasks(const BatchScript& script) {
  const auto count_of_option = [&](const char* option) -> std::optional<long long> {
    const Directive* found = script.find(option);
    return found == nullptr ? std::nullopt : parse_count(found->value.value_or(""));
  };
  const auto each = count_of_option("ntasks-per-gpu");
  const auto tasks = count_of_option("ntasks");
  const auto count = tasks ? tasks : count_of_option("nodes");
  if (!each || *each < 1 || !count) return std::nullopt;
  const Directive* option = script.find("ntasks-per-gpu");
  return GpuRequest{option->place(), option->option, GpuScope::Job, "",
                    std::clamp(tasks ? *count / *each : *count, 1LL, kMaxGpuCount)};
}

/// The GPU requests of all directives. Of an option given twice the last one counts, as in sbatch.
std::vector<GpuRequest> gpu_requests(const BatchScript& script) {
  std::vector<GpuRequest> requests;
  for (const auto& [option, scope] : kGpuOptions) {
    const Directive* directive = script.find(std::string(option));
    if (directive == nullptr || !directive->value) continue;
    for (const std::string_view item : split(*directive->value, ',')) {
      const std::optional<std::string_view> count =
          option == "gres" ? gpu_count_of(item) : std::optional(item);
      if (!count || count->empty()) continue;
      const GpuCount read = read_gpu_count(*count);
      GpuRequest request{directive->place(), directive->option, scope, read.type,
                         std::min(read.count, kMaxGpuCount)};
      if (option == "gpus-per-socket") {
        const Directive* sockets = script.find("sockets-per-node");
        const auto each =
            sockets == nullptr ? std::nullopt : parse_count(sockets->value.value_or(""));
        request.count *= std::clamp(each.value_or(1), 1LL, kMaxSockets);
      }
      std::erase_if(requests, [&](const GpuRequest& earlier) {
        return earlier.scope == request.scope && earlier.type == request.type;
      });
      if (request.count > 0) requests.push_back(request);
    }
  }
  if (requests.empty()) {
    if (const auto request = gpus_for_tasks(script)) requests.push_back(*request);
  }
  return requests;
}

/// The value of an option and its place.
struct Given {
  std::string_view text;
  ScriptPlace place;
};

/// A number and the place that gave it.
struct Number {
  std::optional<long long> value;
  ScriptPlace place;

  long long value_or(long long fallback) const { return value.value_or(fallback); }
};

class RequestReader {
 public:
  RequestReader(const BatchScript& script, const Cluster& cluster)
      : script_(script), cluster_(cluster) {}

  ResourceRequest read() {
    read_partitions();
    request_.gpu_requests = gpu_requests(script_);
    read_parts();
    request_.tasks_on_each = tasks_on_each();
    request_.overcommit = script_.find("overcommit") != nullptr;
    read_nodes_and_tasks();
    read_gpus();
    read_cpus();
    read_memory();
    read_constraint();
    if (const std::optional<Given> qos = find("qos"))
      request_.qos = cluster_.find_qos(std::string(qos->text));
    const Directive* exclusive = script_.find("exclusive");
    request_.exclusive = exclusive != nullptr && !exclusive->value;
    if (const std::optional<Given> time = find("time")) {
      request_.time = is_unlimited(time->text) ? kUnlimited : parse_walltime(time->text);
      request_.lines.time = time->place;
    }
    return std::move(request_);
  }

 private:
  std::optional<Given> find(std::string_view option) const {
    const Directive* found = script_.find(option);
    if (found == nullptr || !found->value) return std::nullopt;
    return Given{*found->value, found->place()};
  }

  Number number(std::string_view option) const {
    const std::optional<Given> found = find(option);
    if (!found) return {};
    std::optional<long long> value = parse_count(found->text);
    if (value) value = std::clamp(*value, 1LL, kMaxCount);
    return {value, value ? found->place : ScriptPlace{}};
  }

  void read_partitions() {
    if (const std::optional<Given> given = find("partition")) {
      for (const std::string_view name : split(given->text, ',')) {
        request_.partitions.emplace_back(name);
      }
      request_.lines.partition = given->place;
    } else if (const Partition* usual = cluster_.default_partition(); usual != nullptr) {
      request_.partitions.push_back(usual->name);
    }
  }

  void read_nodes_and_tasks() {
    if (const std::optional<Given> nodes = find("nodes")) {
      const std::string_view text = nodes->text;
      const std::size_t dash = text.find('-');
      const std::optional<long long> least = parse_count(trim(text.substr(0, dash)));
      const std::optional<long long> most =
          dash == std::string_view::npos ? least : parse_count(trim(text.substr(dash + 1)));
      request_.nodes = std::clamp(least.value_or(1), 1LL, kMaxCount);
      if (most) request_.most_nodes = std::clamp(*most, 1LL, kMaxCount);
      request_.parts.nodes = request_.nodes;
      request_.parts.most_nodes = request_.most_nodes;
      request_.lines.nodes = nodes->place;
    }
    const Number tasks = number("ntasks");
    const Number each = number("ntasks-per-node");
    if (tasks.value) {
      request_.nodes = std::min(request_.nodes, *tasks.value);
      request_.most_nodes = std::min(request_.most_nodes.value_or(kMaxCount), *tasks.value);
    }
    request_.tasks = tasks.value_or(std::min(request_.nodes * each.value_or(1), kMaxCount));
    request_.lines.tasks = tasks.value ? tasks.place : each.place;
    if (!tasks.value && request_.parts.gpus && request_.parts.gpus_per_task) {
      request_.tasks =
          std::max(request_.tasks, *request_.parts.gpus / *request_.parts.gpus_per_task);
    }
    limit_nodes();
    const long long needed =
        request_.tasks_on_each ? ceil_divide(request_.tasks, *request_.tasks_on_each) : 1;
    if (needed > request_.nodes) {
      request_.nodes = needed;
      request_.lines.nodes = tasks.place;
    }
  }

  /// What else limits the nodes: without --ntasks, --ntasks-per-node fills the fewest nodes of the
  /// range; and a --gpus below the range of --nodes cuts it.
  void limit_nodes() {
    const ResourceCounts& parts = request_.parts;
    if (parts.most_nodes && parts.gpus) {
      request_.most_nodes = std::max(std::min(*request_.most_nodes, *parts.gpus), request_.nodes);
    }
    if (parts.tasks || !parts.tasks_per_node) return;
    const long long most = std::min(request_.nodes * *parts.tasks_per_node, kMaxCount);
    request_.most_nodes = std::min(request_.most_nodes.value_or(kMaxCount), most);
  }

  void read_parts() {
    ResourceCounts& parts = request_.parts;
    parts.tasks = number("ntasks").value;
    parts.tasks_per_node = number("ntasks-per-node").value;
    parts.cpus_per_task = number("cpus-per-task").value;
    parts.cpus_per_gpu = number("cpus-per-gpu").value;
    parts.cpus_on_each = number("mincpus").value;
    parts.tasks_per_core = number("ntasks-per-core").value;
    parts.threads_per_core = threads_per_core();
    parts.memory_mib = memory("mem");
    parts.memory_per_cpu_mib = memory("mem-per-cpu");
    parts.memory_per_gpu_mib = memory("mem-per-gpu");
    for (const GpuRequest& request : request_.gpu_requests) {
      std::optional<long long>& part = request.scope == GpuScope::Job    ? parts.gpus
                                       : request.scope == GpuScope::Node ? parts.gpus_per_node
                                                                         : parts.gpus_per_task;
      part = std::min(part.value_or(0) + request.count, kMaxCount);
    }
  }

  /// By --ntasks-per-node, or as many as the GPUs of a node are for.
  std::optional<long long> tasks_on_each() const {
    const ResourceCounts& parts = request_.parts;
    const std::vector<GpuRequest>& gpus = request_.gpu_requests;
    const bool one_type = std::all_of(gpus.begin(), gpus.end(), [&](const GpuRequest& one) {
      return one.type == gpus.front().type;
    });
    if (parts.tasks_per_node || !parts.gpus_per_node || !parts.gpus_per_task || !one_type)
      return parts.tasks_per_node;
    return std::max(*parts.gpus_per_node / *parts.gpus_per_task, 1LL);
  }

  /// Every hint but "multithread" takes one thread of each core.
  std::optional<long long> threads_per_core() const {
    const std::optional<Given> hint = find("hint");
    if (hint && !to_lower(hint->text).starts_with("multithread")) return 1;
    return number("threads-per-core").value;
  }

  std::optional<long long> memory(std::string_view option) const {
    const std::optional<Given> found = find(option);
    if (!found) return std::nullopt;
    const std::optional<long long> amount = parse_memory_mib(found->text);
    if (!amount || *amount == 0) return std::nullopt;
    return std::min(*amount, kMaxCount);
  }

  void read_gpus() {
    const ResourceCounts& parts = request_.parts;
    for (const GpuRequest& request : request_.gpu_requests) {
      if (request_.lines.gpus.line == 0) {
        request_.lines.gpus = request.place;
        request_.gpu_type = request.type;
      }
      if (request_.gpu_type != request.type) request_.gpu_type.clear();
    }
    const long long on_each = parts.gpus_per_node.value_or(parts.gpus_per_task.value_or(0));
    if (parts.gpus && on_each > 0) {
      request_.gpus = *parts.gpus;
      if (parts.gpus_per_node) {
        request_.nodes = std::max(request_.nodes, ceil_divide(request_.gpus, on_each));
        request_.most_nodes = request_.nodes;
      }
    } else {
      const long long by_nodes = parts.gpus_per_node.value_or(0) * request_.nodes;
      const long long by_tasks = parts.gpus_per_task.value_or(0) * request_.tasks;
      request_.gpus = std::min(std::max({parts.gpus.value_or(0), by_nodes, by_tasks}), kMaxCount);
    }
    const long long for_tasks = parts.gpus_per_task.value_or(0) * tasks_on_fullest();
    request_.gpus_per_node =
        std::min(std::max({on_each, for_tasks, fullest(request_.gpus)}), kMaxCount);
  }

  /// Tasks on the fullest node.
  long long tasks_on_fullest() const {
    return std::max({fullest(request_.tasks), request_.tasks_on_each.value_or(1), 1LL});
  }

  /// The fewest of `count` things on the fullest node: if the nodes are unknown, each may take one.
  long long fullest(long long count) const {
    if (count == 0) return 0;
    return request_.most_nodes ? ceil_divide(count, std::max(*request_.most_nodes, request_.nodes))
                               : 1;
  }

  void read_cpus() {
    const Number each = number("cpus-per-task");
    const Number per_gpu = number("cpus-per-gpu");
    const bool one_task = request_.overcommit && !request_.tasks_on_each;
    const long long tasks = one_task ? 1 : tasks_on_fullest();
    request_.cpus_per_node = std::min(tasks * each.value_or(1), kMaxCount);
    request_.lines.cpus = each.value ? each.place : request_.lines.tasks;
    const long long for_gpus = std::min(per_gpu.value_or(0) * request_.gpus_per_node, kMaxCount);
    if (for_gpus > request_.cpus_per_node) {
      request_.cpus_per_node = for_gpus;
      request_.lines.cpus = per_gpu.place;
    }
  }

  void read_memory() {
    const auto take = [this](const char* option, const std::optional<long long>& each,
                             long long times) {
      if (!each) return;
      request_.memory_mib = *each * times;
      request_.lines.memory = find(option)->place;
    };
    take("mem-per-gpu", request_.parts.memory_per_gpu_mib, std::max(request_.gpus_per_node, 1LL));
    take("mem-per-cpu", request_.parts.memory_per_cpu_mib, request_.cpus_per_node);
    take("mem", request_.parts.memory_mib, 1);
  }

  void read_constraint() {
    const std::optional<Given> found = find("constraint");
    if (!found) return;
    request_.constraint = Constraint::parse(found->text);
    request_.lines.constraint = found->place;
  }

  const BatchScript& script_;
  const Cluster& cluster_;
  ResourceRequest request_;
};

}  // namespace

ResourceRequest requested_resources(const BatchScript& script, const Cluster& cluster) {
  ResourceRequest request = RequestReader(script, cluster).read();
  request.shapes = matching_shapes(request, cluster);
  return request;
}

}  // namespace gpujob
