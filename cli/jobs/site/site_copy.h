// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/yaml.h"

namespace gpujob {

/// What a new profile is made of.
struct SiteCopy {
  std::string center;   ///< of the profile that is copied
  std::string cluster;  ///< the one of its clusters that is
  std::string name;     ///< of the new center, its only cluster and its file
  std::string day;
  std::string first_line;  ///< in place of the one that leads editors to the schema; may be empty
};

/// The text of a whole profile with the new names and one cluster. Each of its blocks has the
/// source "copied from center/cluster" in place of its own, until it is confirmed; comments,
/// order and all other bytes stay. Fails with ExitCode::Invalid where the text has a form that
/// cannot be changed so.
Result<std::string> copied_profile(const YamlFile& profile, const SiteCopy& copy);

}  // namespace gpujob
