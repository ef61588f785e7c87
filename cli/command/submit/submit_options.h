// SPDX-License-Identifier: MIT
#pragma once

#include "command/job/request_options.h"
#include "jobs/request/job.h"

// What the commands that make jobs or their scripts are told. Parsing fails with ExitCode::Usage.

namespace gpujob {

struct SubmitOptions : JobOptions {
  JobPurpose purpose;
  bool wait = false;
  bool parsable = false;  ///< print ids alone
  bool full = false;      ///< of a dry run: whole scripts
};

Result<SubmitOptions> parse_submit(const Arguments& arguments);

CommandResult submit(const SubmitOptions& options, Session& session);

/// The command of 'gpujob run' is a job's like any other.
Result<JobOptions> parse_run(const Arguments& arguments);

struct ScriptOptions : JobOptions {
  enum class Of { Job, Sweep, Everything };
  Of of = Of::Job;                         ///< Everything: each GPU type of each site
  std::optional<std::string> out, bundle;  ///< where to; without `bundle` only the script
};

Result<ScriptOptions> parse_script_job(const Arguments& arguments);

}  // namespace gpujob
