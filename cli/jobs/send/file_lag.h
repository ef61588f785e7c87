// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "jobs/send/job_sender.h"
#include "jobs/session/session.h"
#include "slurm/health.h"

namespace gpujob {

/// How late a file of this machine is seen on a node and one of the node here, in a short job that
/// is sent for it; it is cancelled if it has not started within ten minutes. `request` says where
/// the job goes. Fails where no job could be sent.
Result<HealthCheck> check_file_lag(Session& session, JobRequest request, const OnSent& on_sent);

}  // namespace gpujob
