// SPDX-License-Identifier: MIT
#include "lint/node_capacity.h"

#include <algorithm>

#include "lint/matching_nodes.h"

// Each number of a request may be possible by itself, and still no nodes have room for all of them
// together. Slurm decides so, and this file does the same: how many tasks and GPUs can each node
// take? Do the largest nodes, as many as the job may have, take them all?
//
// Worked example: `-N 2 -n 100 --mem-per-cpu=8G` on nodes of 64 CPUs and 384 GiB. A node has CPUs
// for 64 tasks but memory for 48: two nodes take 96 of the 100, so the request is refused.
//
// A task never spans nodes. Cores are given whole, so memory per CPU counts for all threads
// of a core, and with --exclusive for all CPUs of the node. --threads-per-core=1 and
// --hint=nomultithread leave one CPU of each core. Source:
// https://slurm.schedmd.com/sbatch.html (--ntasks-per-node, --mem-per-cpu),
// https://slurm.schedmd.com/cons_tres.html; checked against sbatch --test-only of
// Slurm 22.05.8.

namespace gpujob {

namespace {

constexpr long long kPlenty = 1'000'000'000;

/// What nodes of one shape can take.
struct Share {
  long long nodes = 0;
  long long tasks = 0;  ///< on one node
  long long gpus = 0;   ///< on one node
};

/// Threads of a core that the request takes.
long long threads_of_core(const NodeShape& shape, const ResourceRequest& request) {
  const long long all = std::max(shape.threads_per_core.value_or(1), 1);
  return std::min(all, request.parts.threads_per_core.value_or(all));
}

long long cpus_on(const NodeShape& shape, const ResourceRequest& request) {
  const long long cpus = cpus_for(request, shape).value_or(kPlenty);
  const std::optional<long long> each = request.parts.memory_per_cpu_mib;
  const std::optional<long long> memory = memory_for_jobs(shape);
  if (!each || !memory || request.parts.memory_mib) return cpus;
  if (request.exclusive && *memory / *each < cpus_for(request, shape).value_or(0)) return 0;
  const long long threads = threads_of_core(shape, request);
  return std::min(cpus, *memory / *each / threads * threads);
}

long long gpus_on(const NodeShape& shape, const ResourceRequest& request) {
  long long gpus = shape.gpus == 0 && has_gpus(shape) ? kPlenty : all_gpus(shape);
  const ResourceCounts& parts = request.parts;
  if (parts.cpus_per_gpu) gpus = std::min(gpus, cpus_on(shape, request) / *parts.cpus_per_gpu);
  const std::optional<long long> memory = memory_for_jobs(shape);
  if (parts.memory_per_gpu_mib && memory)
    gpus = std::min(gpus, *memory / *parts.memory_per_gpu_mib);
  return gpus;
}

long long tasks_on(const NodeShape& shape, const ResourceRequest& request) {
  const ResourceCounts& parts = request.parts;
  const long long gpus = gpus_on(shape, request);
  if (request.wants_gpus() && gpus < std::max(parts.gpus_per_node.value_or(1), 1LL)) return 0;
  const long long memory = memory_for_jobs(shape).value_or(kPlenty);
  if (parts.memory_mib && *parts.memory_mib > memory) return 0;
  const long long cpus = cpus_on(shape, request);
  const long long threads = threads_of_core(shape, request);
  const long long per_task = parts.cpus_per_task.value_or(1);
  const bool few_per_core = parts.tasks_per_core.value_or(threads) < threads;
  const long long cores = cpus / threads;
  if ((few_per_core ? cores : cpus) < parts.cpus_on_each.value_or(0)) return 0;
  long long tasks = cpus / per_task;
  if (few_per_core) {
    tasks = std::min(tasks, cores / ((per_task + threads - 1) / threads) * *parts.tasks_per_core);
  }
  if (request.overcommit && !request.tasks_on_each && tasks > 0) tasks = kPlenty;
  if (parts.gpus_per_task) tasks = std::min(tasks, gpus / *parts.gpus_per_task);
  if (!request.tasks_on_each) return tasks;
  return tasks < *request.tasks_on_each ? 0 : *request.tasks_on_each;
}

/// The sum over the `most` largest nodes.
long long sum_of_best(std::vector<Share> shares, long long Share::*what, long long most) {
  std::sort(shares.begin(), shares.end(),
            [&](const Share& a, const Share& b) { return a.*what > b.*what; });
  long long sum = 0;
  for (const Share& share : shares) {
    const long long nodes = std::min(share.nodes, most);
    if (nodes > 0 && share.*what >= kPlenty / nodes) return kPlenty;
    sum = std::min(sum + nodes * (share.*what), kPlenty);
    most -= nodes;
  }
  return sum;
}

}  // namespace

bool may_fit_on(const ResourceRequest& request, const std::vector<const NodeShape*>& shapes) {
  std::vector<Share> shares;
  long long nodes = 0;
  for (const NodeShape* shape : shapes) {
    const Share share{most_nodes(*shape).value_or(kPlenty), tasks_on(*shape, request),
                      gpus_on(*shape, request)};
    if (share.tasks == 0) continue;
    shares.push_back(share);
    nodes += share.nodes;
  }
  const long long most = request.most_nodes.value_or(kPlenty);
  return nodes >= request.nodes && sum_of_best(shares, &Share::tasks, most) >= request.tasks &&
         (!request.parts.gpus || sum_of_best(shares, &Share::gpus, most) >= *request.parts.gpus);
}

}  // namespace gpujob
