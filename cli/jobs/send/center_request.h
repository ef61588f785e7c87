// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "jobs/request/job.h"
#include "jobs/session/configuration.h"
#include "jobs/session/session.h"
#include "jobs/sweep/planned_sweep.h"

namespace gpujob {

/// The words of a command line of 'gpujob submit' that asks for the same at another place: without
/// the site, what stays here and --after.
std::vector<std::string> submit_words(const JobRequest& request);

/// Can a request be carried out at a center? Fails with ExitCode::Usage for what names things
/// of this machine.
Status check_for_center(const JobRequest& request, const Job& job);

/// What is settled for all jobs before the first is made.
struct CenterPreparation {
  /// The sum that names a copy there, of a folder for the user's own job or of the workload's;
  /// empty without one.
  std::string copy;
  std::vector<std::string> after;  ///< see after_full_ids()
};

/// Keeps the request that makes gpujob at the center plan and send the same batch: its words, the
/// user's script, what variables and configuration here say, and the profile that it was planned
/// with.
Status keep_request(Session& session, const JobRequest& request, const PlannedSweep& planned,
                    const Batch& batch, const CenterPreparation& prepared);

}  // namespace gpujob
