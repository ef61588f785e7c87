// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "jobs/site/site_drift.h"

namespace gpujob {

/// The files in which differences can be written, each once.
std::vector<YamlPlace> files_to_update(const std::vector<Difference>& differences);

/// The text of the file that has `place` with the cluster's values; each block that changed has
/// "discovered (DAY)" among its sources, beside those of the values that stay.
std::string updated_profile(const YamlFile& file, YamlPlace place, const std::string& cluster,
                            const std::vector<Difference>& differences, const std::string& day);

}  // namespace gpujob
