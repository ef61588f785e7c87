// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "jobs/request/job_request.h"
#include "jobs/session/configuration.h"
#include "jobs/session/data_files.h"
#include "jobs/session/session.h"
#include "plan/explanation.h"
#include "run/run_directory.h"

namespace gpujob {

/// What must have become of another run before a job starts.
enum class After { Ok, Any, Fail };

/// What `--dependency` takes for a job that waits for `run`: "afterok:4711", or nothing where the
/// run is over as wanted. Fails for a run that can never be over so, and for one whose job or end
/// is not known.
Result<std::string> dependency_on(const RunRecord& run, After when);

/// The same for a job that waits for all `runs` of an array: Slurm waits for the whole array, which
/// failed if one of its tasks did. With After::Fail one that is not a success is enough.
Result<std::string> dependency_on_array(const std::string& array,
                                        const std::vector<RunRecord>& runs, After when);

/// The dependency of a job for `site` by `--dependency` or by the runs of `--after`; nothing
/// without them. `Refresh::Yes`: the runs are brought up to date first.
enum class Refresh { No, Yes };
Result<std::optional<SourcedValue>> read_dependency(Session& session, const Selection& site,
                                                    const JobRequest& request, Refresh how);

/// The values of --after with whole ids of runs, by which their center knows them too.
Result<std::vector<std::string>> after_full_ids(Session& session, const JobRequest& request);

/// Did the runs of `--after` go where this job goes? Only their own Slurm knows their jobs.
Status check_after(Session& session, const JobRequest& request, const Endpoint& endpoint);

}  // namespace gpujob
