// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/world.h"

// Where files are kept, after the XDG base directory specification. GPUJOB_HOME moves all four
// (config, data, state, cache) below one directory.

namespace gpujob {

/// `a/b`; the second part is returned unchanged if it is absolute.
std::string join_path(const std::string& directory, const std::string& name);

/// Stands for an unknown home: nothing can be created there, not even by root.
inline constexpr const char* kNoHome = "/proc/HOME-is-not-set";

std::string config_home(const World& world);  ///< $GPUJOB_HOME/config or $XDG_CONFIG_HOME/gpujob
std::string data_home(const World& world);
std::string state_home(const World& world);
std::string cache_home(const World& world);

/// Installed data (profiles, workloads, templates, schema, src): $GPUJOB_DATA_DIR, else
/// `../share/gpujob` seen from the program. Fails with ExitCode::Failed naming that place.
Result<std::string> data_directory(const World& world);

/// Directories to look for `kind` ("profiles", "workloads", "templates") in, first wins per file:
/// `extra` (from --profile-path), $GPUJOB_PROFILE_PATH, the user's, the system's, the installed.
std::vector<std::string> search_path(const World& world, const std::string& kind,
                                     const std::vector<std::string>& extra);

/// Where programs are: $GPUJOB_LIBEXEC, else `../libexec/gpujob` seen from the program.
std::string libexec_directory(const World& world);

}  // namespace gpujob
