// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jobs/session/data_files.h"

namespace gpujob {

/// The clusters of a list "A,B": all of a center, or the one that is named; each once. Fails with
/// ExitCode::Usage for a word that names no site, or one without a scheduler.
Result<std::vector<Selection>> named_clusters(const DataFiles& data_files, const std::string& list);

/// Those of such a list; without one every cluster with a scheduler.
Result<std::vector<Selection>> asked_clusters(const DataFiles& data_files,
                                              const std::optional<std::string>& named);

}  // namespace gpujob
