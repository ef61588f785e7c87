// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "jobs/request/job.h"
#include "jobs/session/data_files.h"
#include "jobs/where/wish.h"

namespace gpujob {

/// The wish with each other partition of its cluster that has the GPUs and each other QOS, as
/// `gpujob submit --partition P --qos Q` makes it, P only where Q alone leads elsewhere. Those that
/// the planner refuses are left out, and those beyond a limit of the profile. What a flag or the
/// script names stays. `own` is the job without such options; null: it cannot be made.
std::vector<Job> jobs_in_other_places(DataFiles& data_files, const SiteWish& wish, const Job* own);

}  // namespace gpujob
