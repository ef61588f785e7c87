// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "jobs/session/session.h"
#include "jobs/sweep/planned_sweep.h"

// One command line for several sites: `--site a,b --gpu X,Y` is `--site a --gpu X` and, beside it,
// `--site b --gpu Y`. All are planned and checked before the first job is sent.

namespace gpujob {

/// What is asked of one of the sites.
struct SiteRequest {
  std::string site;  ///< as it was typed
  JobRequest request;
};

/// Takes `--site A,B`, `--sweep site=A,B` or `--gpu A:KEY,B:KEY` apart; empty where one site
/// is named at most. Fails with ExitCode::Usage where a site is unknown or named twice,
/// and where the GPUs do not go with the sites.
Result<std::vector<SiteRequest>> requests_by_site(const DataFiles& data_files,
                                                  const JobRequest& request);

/// The jobs of each. An error at one site refuses all.
Result<std::vector<PlannedSweep>> plan_sites(Session& session,
                                             const std::vector<SiteRequest>& sites,
                                             const JobPurpose& purpose);

/// All of them as one sweep, whose first key is the site.
PlannedSweep joined(const std::vector<SiteRequest>& sites,
                    const std::vector<PlannedSweep>& planned);

}  // namespace gpujob
