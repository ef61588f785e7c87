// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "jobs/port/port.h"
#include "lint/resource_request.h"

namespace gpujob {

/// What a script gets where it was written for.
struct HomeJob {
  ResourceRequest asked;
  const GpuType* gpu = nullptr;  ///< null: a job without GPUs, or with any type of them
  long long gpus = 0;
};

/// Fails with ExitCode::Invalid where the script gets a GPU and the profile does not tell which or
/// how many, unless `any_gpu`.
Result<HomeJob> read_home_job(const PortInput& input, bool any_gpu);

/// Threads per core of the nodes that a request may get; 0: unknown, or several numbers.
int threads_per_core(const std::vector<const NodeShape*>& shapes);

/// Nodes of a cluster that a port may use: those with the GPU type, or of its usual partition.
std::vector<const NodeShape*> shapes_for(const Cluster& cluster, const GpuType* gpu);

/// Adds to `request` the numbers of the job: GPUs, nodes, tasks, CPUs, memory and time. Fails with
/// ExitCode::Invalid where they do not come out even.
Status ask_for_the_same(const PortInput& input, const HomeJob& home, Request& request);

/// In numbers that do not depend on a dialect, on so many nodes. Where no number of tasks is named,
/// Slurm gives each node one (NumTasks of `--gpus=4` on nodes with two is 2; Slurm 22.05.8).
PortedAmounts amounts(const ResourceRequest& request, const std::vector<const NodeShape*>& shapes,
                      long long nodes);

}  // namespace gpujob
