// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "command/args/arguments.h"
#include "command/config/configuration.h"
#include "command/job/job.h"
#include "remote/protocol.h"

namespace gpujob {

/// Can a command line be carried out at a center? Fails with ExitCode::Usage for what names things
/// of this machine.
Status check_for_center(const Arguments& arguments, const Job& job);

/// What is settled for all jobs before the first is made.
struct CenterPreparation {
  /// The sums of a copy's list that was sent there, of a folder for the user's own job or of the
  /// workload's; empty without one.
  std::vector<std::string> copy;
  std::vector<std::string> after;  ///< see after_full_ids()
};

/// The request that makes gpujob at the job's center plan and send the same: its words, the user's
/// script, what variables and configuration here say, and the profile that it was planned with.
Result<CenterRequest> request_for_center(World& world, const Configuration& configuration,
                                         const Arguments& arguments, const Job& job,
                                         const CenterPreparation& prepared);

}  // namespace gpujob
