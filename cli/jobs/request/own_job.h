// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "jobs/request/job_request.h"
#include "jobs/session/data_files.h"
#include "jobs/session/session.h"
#include "plan/request.h"
#include "script/parse.h"

namespace gpujob {

/// What a command line wants to run.
struct Work {
  Payload payload;
  std::string file{};  ///< of an own job, as messages name it: "train.sh"; "--wrap"
  std::string text{};  ///< of a script, byte for byte
};

/// The script of an own job as sbatch reads it; nothing for a command.
ParsedScript parsed(const Work& work, const KnownOptions& known);

/// The workload, script, --wrap line or command that is asked for. A bare word is a workload; a
/// word with a slash, or of a file here that begins with '#!', is a script. Fails with
/// ExitCode::Usage for a word that is both or neither, and for options that only a workload has.
Result<Work> find_work(Session& session, const JobRequest& request);

/// A command with its arguments as a job. `words` are not empty.
Work command_work(const World& world, const std::vector<std::string>& words);

/// The folder of --sync, absolute; nothing without the option.
std::optional<std::string> synced_folder(const World& world, const JobRequest& request);

/// Takes --sync, --chdir and --venv from where the user stands; with --sync the job starts in the
/// folder, and --chdir is a directory of it. Fails with ExitCode::Usage if one of the first two is
/// not a directory. Nothing happens to a workload.
Status place_own_job(const World& world, const JobRequest& request, Work& work, Request& flags);

}  // namespace gpujob
