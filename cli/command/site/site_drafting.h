// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "jobs/session/data_files.h"
#include "jobs/site/site_draft.h"

namespace gpujob {

/// Where Slurm's answers come from: a folder, a sandbox, or this machine's Slurm.
struct AnswersFrom {
  std::optional<std::string> directory;
  std::optional<std::string> sandbox;  ///< its name; empty: the only one
  std::string command;                 ///< that asks, for messages
  std::string saved_by;                ///< its option that names such a folder
};

/// The draft of the cluster's profile, for a center of that name or of the cluster's. Fails with
/// ExitCode::Scheduler where no Slurm is here, ExitCode::Unknown where it could not be asked.
Result<SiteDraft> draft_of_cluster(World& world, DataFiles& data_files, const AnswersFrom& from,
                                   const std::string& center);

/// The first line of a profile, which leads editors to the installed schema wherever the file will
/// lie; empty if it is not installed.
std::string schema_remark(const World& world);

/// What a person must add, one line each.
void print_open(World& world, const SiteDraft& draft);

}  // namespace gpujob
