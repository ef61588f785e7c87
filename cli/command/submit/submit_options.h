// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "command/args/command.h"
#include "command/job/job_text.h"
#include "jobs/request/job.h"
#include "jobs/request/job_request.h"

namespace gpujob {

/// What 'gpujob submit' is told.
struct SubmitOptions {
  JobRequest request;
  JobPurpose purpose;
  std::vector<std::string> profile_path;
  Explain explain = Explain::No;
  bool wait = false;
  bool parsable = false;  ///< print ids alone
  bool full = false;      ///< of a dry run: whole scripts
  bool json = false;
  Arguments line;  ///< as it was typed: lines for what was not sent are made of it
};

/// Fails with ExitCode::Usage.
Result<SubmitOptions> parse_submit(const Arguments& arguments);

/// What 'gpujob submit' does.
CommandResult submit(const SubmitOptions& options, World& world);

}  // namespace gpujob
