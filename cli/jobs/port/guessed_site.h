// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "jobs/session/data_files.h"
#include "script/parse.h"

namespace gpujob {

/// The site that a script was written for, and what tells so.
struct GuessedSite {
  Selection site;
  std::string because;  ///< "account 'x', partition 'gpu'"
};

/// Reads every profile once, for any number of scripts.
class SiteGuesser {
 public:
  /// `option` is what names the site otherwise ("--site", "--from").
  SiteGuesser(DataFiles& data_files, std::string option);

  /// Fails with ExitCode::Usage, naming the candidates, where the script does not tell clearly.
  Result<GuessedSite> guess(const std::string& file, const ParsedScript& script);

  /// "taken for center/cluster (…); --site names another"
  Diagnostic remark(const std::string& file, const GuessedSite& guess) const;

 private:
  DataFiles& data_files_;
  std::string option_;
  std::vector<SiteProfile> profiles_;
  std::map<std::string, Selection> found_;  ///< by "center/cluster"
};

}  // namespace gpujob
