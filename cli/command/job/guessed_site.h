// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "base/result.h"
#include "command/config/data_files.h"
#include "script/parse.h"

namespace gpujob {

/// The site that a script was written for, and what tells so.
struct GuessedSite {
  Selection site;
  std::string because;  ///< "account 'x' and partition 'gpu'"
};

/// Fails with ExitCode::Usage, naming the candidates, where the script does not tell clearly;
/// `option` is what names the site ("--site", "--from").
Result<GuessedSite> guess_site_of(DataFiles& data_files, const std::vector<SiteProfile>& profiles,
                                  const std::string& file, const ParsedScript& script,
                                  const std::string& option);

/// "taken for center/cluster (…); … names another"
Diagnostic taken_for(const std::string& file, const GuessedSite& guess, const std::string& option);

}  // namespace gpujob
