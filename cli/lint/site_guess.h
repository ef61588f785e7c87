// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "profile/site.h"
#include "script/parse.h"

namespace gpujob {

/// A cluster that a script may be for.
struct SiteCandidate {
  std::string site;                ///< "center/cluster"
  int score = 0;                   ///< what speaks for it, less what speaks against it
  std::vector<std::string> clues;  ///< what speaks for it: "account 'x'", "partition 'gpu'"
};

/// Which cluster a batch script was written for, by its clusters, account, partitions, GPU types,
/// features, QOS and modules.
struct SiteGuess {
  /// The likeliest first; with several, none of them is clearly ahead. Empty: nothing in the script
  /// tells of a site.
  std::vector<SiteCandidate> candidates;

  bool is_sure() const { return candidates.size() == 1; }
};

/// Retired clusters take part: a script may be old. Machines without a scheduler do not.
SiteGuess guess_site(const ParsedScript& script, const std::vector<SiteProfile>& profiles);

}  // namespace gpujob
