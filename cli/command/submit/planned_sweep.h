// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "command/job/job.h"
#include "command/submit/point_remarks.h"

namespace gpujob {

/// One checked job per point of a sweep, in order.
struct PlannedSweep {
  Sweep sweep;
  std::vector<Job> jobs;

  /// "n=1024 precision=float32: ", or nothing for a single job.
  std::string label(std::size_t index) const;
  /// "==> n=1024 precision=float32 <==\n", or nothing for a single job.
  std::string heading(std::size_t index) const;
};

/// Plans and checks the jobs of a command line. An error in one point refuses all; the failure
/// lists the errors of all points. Two points with the same job are refused too.
Result<PlannedSweep> plan_sweep(World& world, DataFiles& data_files,
                                const Configuration& configuration, const Arguments& arguments,
                                const JobPurpose& purpose);

/// The document of a single job, or one of kind "sweep-<kind>" that lists those of the points.
Json points_json(std::string_view kind, const PlannedSweep& planned, std::vector<Json> documents);

/// Prints warnings and notes on stderr, and with --explain the explanations.
void print_remarks(World& world, const PlannedSweep& planned, const Arguments& arguments);

}  // namespace gpujob
