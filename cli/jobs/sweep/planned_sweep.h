// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "jobs/session/session.h"
#include "jobs/sweep/planned_arrays.h"
#include "jobs/sweep/point_remarks.h"

namespace gpujob {

/// One checked job per point of a sweep, in order.
struct PlannedSweep {
  Sweep sweep;
  PointJobs jobs;
  std::vector<Batch> batches;  ///< each point is in one

  Job first_of(const Batch& batch) const { return jobs.at(batch.points.front()); }
  /// Where the batch keeps its attempts: that of the array, or of the only run.
  std::string directory_of(const Batch& batch) const;
  /// What sbatch is given.
  std::string script_of(const Batch& batch) const {
    return batch.is_array() ? batch.script : jobs.script(batch.points.front());
  }
  /// "==> n=1024 precision=float32 <==\n", or nothing for a single job.
  std::string heading(std::size_t index) const;
};

/// Plans and checks the jobs of a request. An error in one point refuses all; the failure
/// lists the errors of all points. Two points with the same job are refused too. With --throttle at
/// most so many tasks of each array run at a time.
Result<PlannedSweep> plan_sweep(Session& session, const JobRequest& request,
                                const JobPurpose& purpose);

/// Warnings and notes about all points.
Diagnostics remarks_of(const PlannedSweep& planned);

}  // namespace gpujob
