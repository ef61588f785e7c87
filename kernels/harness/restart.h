// SPDX-License-Identifier: MIT
// Some libraries read their settings before main() begins.
#pragma once

#include <cstdlib>
#include <unistd.h>

#include "harness/spec.h"

namespace gpujob {

/// Starts this program anew, with the same arguments, under a setting that the environment lacks.
/// Returns where there is nothing to set, where the user has set it, or if it cannot be started
/// anew: then it goes on without.
inline void restart_with(const Setting& setting, char** argv) {
  if (setting.name.empty() || std::getenv(setting.name.c_str()) != nullptr) return;
  // Once it is set, this function ends above: a program is started anew once.
  if (setenv(setting.name.c_str(), setting.value.c_str(), 1) == 0) execv("/proc/self/exe", argv);
}

}  // namespace gpujob
