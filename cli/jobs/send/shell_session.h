// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "jobs/request/job.h"
#include "jobs/request/job_request.h"
#include "jobs/session/session.h"

namespace gpujob {

/// An interactive session on a GPU, the way its site wants it.
struct ShellSession {
  Job job;
  std::vector<std::string> line;  ///< what starts it at the center
};

/// Fails with ExitCode::Invalid where the site documents no interactive sessions.
Result<ShellSession> plan_shell(Session& session, const JobRequest& request);

/// Starts it from here and waits; the exit status is that of the session.
Result<int> start_shell(Session& session, const PlaceFlags& place, const ShellSession& shell);

}  // namespace gpujob
