// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "plan/job_plan.h"
#include "profile/site.h"

namespace gpujob {

/// An option of a GPU type's request with its slots filled, and the profile line it stands on.
struct RequestOption {
  PlannedOption option;
  Origin origin;
};

/// Values for the slots of a request that stand for numbers.
struct RequestCounts {
  int gpus = 1;
  int gpus_per_node = 1;
  int nodes = 1;
  int tasks = 1;
  GpuShare share{};  ///< of one GPU
  int threads_per_core = 1;
};

/// The request of a GPU type as options, in the profile's order. Fails with ExitCode::Invalid,
/// placed in the profile, for a line that is not a long option, an unknown slot, or a slot that the
/// type has no value for.
Result<std::vector<RequestOption>> spell_request(const GpuType& type, const RequestCounts& counts);

/// Does the request name a number of GPUs? If not, the job gets all GPUs of its nodes.
bool asks_for_gpus(const GpuType& type);

/// Does the request on that many nodes name a number for the whole job, which Slurm may spread
/// unevenly?
bool counts_over_job(const GpuType& type, int nodes);

/// Does the request have the slot {{tasks}}, so that a job has as many tasks as GPUs?
bool counts_by_tasks(const GpuType& type);

/// The number behind --gpus-per-task for a job of `gpus` GPUs; nothing if the request has none.
std::optional<int> gpus_per_task(const GpuType& type, int gpus);

/// The user's own constraint beside the request's: `feature&(own)`. Either may be empty.
std::string join_constraints(const std::string& requested, const std::string& own);

}  // namespace gpujob
