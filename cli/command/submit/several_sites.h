// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "command/args/command.h"
#include "command/submit/planned_sweep.h"
#include "jobs/session.h"

// One command line for several sites: `--site a,b --gpu X,Y` is `--site a --gpu X` and, beside it,
// `--site b --gpu Y`. All are planned and checked before the first job is sent.

namespace gpujob {

/// The command line for one of the sites.
struct SiteLine {
  std::string site;  ///< as it was typed
  Arguments arguments;
};

/// Takes `--site A,B`, `--sweep site=A,B` or `--gpu A:KEY,B:KEY` apart; empty where the command
/// line names one site at most. Fails with ExitCode::Usage where a site is unknown or named twice,
/// and where the GPUs do not go with the sites.
Result<std::vector<SiteLine>> lines_by_site(const DataFiles& data_files,
                                            const Arguments& arguments);

/// The jobs of each line. An error at one site refuses all.
Result<std::vector<PlannedSweep>> plan_sites(Session& session, const std::vector<SiteLine>& lines,
                                             const JobPurpose& purpose);

/// All of them as one sweep, whose first key is the site.
PlannedSweep joined(const std::vector<SiteLine>& lines, const std::vector<PlannedSweep>& planned);

}  // namespace gpujob
