// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "jobs/site/site_drift.h"

// What `gpujob site drift` prints, for people and for programs.

namespace gpujob {

/// A profile and its cluster, compared.
struct SiteDrift {
  std::string site;  ///< center/cluster
  std::string cluster_name;
  std::string slurm_version;
  std::vector<Difference> differences;
  Diagnostics lines;                 ///< one per difference
  std::vector<std::string> updated;  ///< files that were written

  /// Those that no file was changed for.
  std::size_t left() const;
};

/// One line per difference and one for the site.
std::string drift_text(const SiteDrift& drift);

std::string drift_json(const std::vector<SiteDrift>& drifts);

/// One case per difference; one that passed for a site without any.
std::string drift_junit(const std::vector<SiteDrift>& drifts);

}  // namespace gpujob
