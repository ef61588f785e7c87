// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "profile/site.h"

namespace gpujob {

struct GeneratedFile {
  std::string path;  ///< relative to the directory it belongs into
  std::string text;
};

/// Stub modulefiles for Lmod: one for each module of each of the cluster's stacks, by path. Loading
/// one adds its name to GPUJOB_SANDBOX_MODULES and does nothing else. A name without a version gets
/// one, unless another stack has versions of it. Fails with ExitCode::Invalid on a name that is not
/// a relative path ("a/../b").
Result<std::vector<GeneratedFile>> module_tree(const Cluster& cluster);

/// The file that BASH_ENV names: it defines `module` in bash, makes the tree the only place for
/// modules and lets the stacks' Python environments be activated. `tree` is the directory of the
/// tree, `lmod` Lmod's own file for bash; both absolute. Fails with ExitCode::Invalid where a path
/// has control characters.
Result<std::string> module_init(const Cluster& cluster, const std::string& tree,
                                const std::string& lmod = "/usr/share/lmod/lmod/init/bash");

/// What a job's environment needs for that; `init` is the path of the file made from `module_init`.
/// A login shell first reads /etc/profile, which leaves an environment with these unchanged.
std::map<std::string, std::string> module_environment(const std::string& tree,
                                                      const std::string& init);

}  // namespace gpujob
