// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gpujob {

/// The form of a center's account names: to recognise an account that belongs elsewhere.
struct AccountPattern {
  std::string center;
  std::string cluster;
  std::string pattern;  ///< ECMAScript, whole value
};

}  // namespace gpujob
