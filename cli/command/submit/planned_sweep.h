// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "command/job/job.h"
#include "command/submit/point_remarks.h"

namespace gpujob {

/// A judged job for each point of a sweep, in their order.
struct PlannedSweep {
  Sweep sweep;
  std::vector<Job> jobs;

  /// "n=1024 precision=float32: ", or nothing before what is said of the only job.
  std::string label(std::size_t index) const;
  /// "==> n=1024 precision=float32 <==\n", or nothing above the only job.
  std::string heading(std::size_t index) const;
};

/// Arguments to judged jobs. Fails with the errors of all points, each with the point it is of:
/// one that cannot be right refuses all. Two points that come to the same job are refused too.
Result<PlannedSweep> plan_sweep(World& world, DataFiles& data_files,
                                const Configuration& configuration, const Arguments& arguments,
                                const JobPurpose& purpose);

/// The document of the only job, or one of kind "sweep-<kind>" that lists those of the points.
Json points_json(std::string_view kind, const PlannedSweep& planned, std::vector<Json> documents);

/// What jobs are accompanied by on stderr: warnings and notes, and the explanations if --explain.
void print_remarks(World& world, const PlannedSweep& planned, const Arguments& arguments);

}  // namespace gpujob
