// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "jobs/request/job_request.h"
#include "jobs/session/session.h"
#include "remote/channel.h"
#include "remote/project_copy.h"

namespace gpujob {

/// What --sync copies, if it was given. Fails past the limit.
Result<std::optional<ProjectCopy>> synced_copy(const World& world, const JobRequest& request);

/// "12 files, 34 KiB of '/home/ada/x'"
std::string summary_of(const ProjectCopy& copy);

/// Fails with ExitCode::Usage if --sync was given: the job does not go through a connection.
Status check_unsynced(const JobRequest& request);

/// Says what of `folder` is copied and sends the center what it lacks of it. The sum that names the
/// copy there; empty without a folder.
Result<std::string> copy_to_center(Session& session, const JobRequest& request,
                                   const std::optional<std::string>& folder,
                                   const CenterAddress& center);

}  // namespace gpujob
