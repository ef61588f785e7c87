// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "jobs/request/job.h"
#include "jobs/request/possible_place.h"
#include "jobs/session/configuration.h"
#include "jobs/session/session.h"
#include "plan/request.h"
#include "report/comparison.h"
#include "workload/workload.h"

namespace gpujob {

/// Seconds that each run waited, by where it was sent; without a partition where that is not
/// recorded.
using WaitsByPlace = std::map<JobPlace, std::vector<double>>;

/// What was measured of a workload, by site, cluster and GPU model.
struct MeasuredPlaces {
  std::vector<ComparedGroup> groups;
  std::vector<WaitsByPlace> waits;  ///< of each group
};

/// Of the variant, precision and parameters that `flags` name, or the workload's usual ones, with
/// launches over so many GPUs; on real devices. Without measurements the list is empty.
Result<MeasuredPlaces> measured_places(Session& session, const Workload& workload,
                                       const Request& flags, int gpus);

/// The waits of runs in that partition and QOS; of all partitions where the job names none and the
/// default is not known. A run whose partition is not recorded counts where `submit` would go.
std::optional<EarlierWaits> waits_at(const WaitsByPlace& waits, const JobPlace& place, bool chosen);

/// Adds the time of earlier runs on such GPUs, and their wait in the job's partition and QOS.
void add_measured(const MeasuredPlaces& measured, const Job& job, PossiblePlace& place);

}  // namespace gpujob
