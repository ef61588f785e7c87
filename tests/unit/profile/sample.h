// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gpujob {

/// The least that a profile can say: one center, its clusters, all active.
inline std::string small_profile(const std::string& center, const std::string& cluster,
                                 const std::string& more = "") {
  return "schema: gpujob/site/v1\ncenter: " + center + "\ndefault_cluster: " + cluster +
         "\nclusters:\n  " + cluster +
         ":\n    source: a page\n    checked: 2026-11-21\n    status: {state: active}\n" + more;
}

/// A second cluster for `small_profile`.
inline std::string also_cluster(const std::string& cluster, const std::string& more = "") {
  return "  " + cluster +
         ":\n    source: a page\n    checked: 2026-11-21\n    status: {state: active}\n" + more;
}

}  // namespace gpujob
