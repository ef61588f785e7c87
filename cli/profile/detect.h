// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "profile/site_index.h"

namespace gpujob {

/// The site this machine belongs to, and what gave it away.
struct Detection {
  std::string center;
  std::string cluster;
  std::string by;  ///< "cluster name 'x'", "host name 'y'"
};

/// Slurm's ClusterName if `cluster_name` is known, else the host name against every host glob; a
/// cluster whose ClusterName is known and differs is not this one, whatever the host is called.
/// Empty if none matches; fails with ExitCode::Usage if several do.
Result<std::optional<Detection>> detect_site(const std::vector<IndexEntry>& entries,
                                             const std::string& cluster_name,
                                             const std::string& host_name);

/// Does the whole of `name` fit the glob? `*` any text, `?` one character, `[a-z]` one of these.
bool matches_glob(std::string_view glob, std::string_view name);

}  // namespace gpujob
