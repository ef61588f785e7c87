// SPDX-License-Identifier: MIT
#pragma once

#include "jobs/sweep/point_jobs.h"

namespace gpujob {

/// Fails with ExitCode::Invalid, naming the rule, where the jobs together are more than the center
/// allows a user to have in the queue.
Status check_queue_limits(const PointJobs& jobs);

}  // namespace gpujob
