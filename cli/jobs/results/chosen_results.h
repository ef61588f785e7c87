// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "jobs/session/session.h"
#include "report/compare.h"
#include "run/index.h"

namespace gpujob {

/// Which part of what was measured is looked at.
struct ResultChoice {
  std::vector<std::string> where;  ///< "KEY=VALUE"
  std::string since;
};

/// The choice, of this workload (empty: of all). Keys are group keys, parameters, "name" and
/// "tag.KEY", which choose runs; values of sites, clusters, GPUs and of what manifests list must be
/// measured or known ones. Fails with ExitCode::Usage.
Result<CompareOptions> chosen_results(Session& session, RunIndex& index, const ResultChoice& choice,
                                      const std::string& workload);

/// Is each name of `wanted.by` a group key or a parameter? By the rule of `where`.
Status check_by(const World& world, RunIndex& index, const CompareOptions& wanted);

/// Has any run each of these tags? Fails with ExitCode::Usage if not. `option` is how they were
/// given.
Status check_tags(RunIndex& index, const std::string& option,
                  const std::vector<std::pair<std::string, std::string>>& tags);

}  // namespace gpujob
