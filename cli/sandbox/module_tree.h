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
/// one, unless another stack gives it some. Fails with ExitCode::Invalid on a name that is no
/// relative path ("a/../b").
Result<std::vector<GeneratedFile>> module_tree(const Cluster& cluster);

/// The file that BASH_ENV is to name: it makes `module` known in bash, the tree the only place
/// where modules are found, and the stacks' Python environments ones that can be activated. `tree`
/// is the directory of the tree, `lmod` Lmod's own file for bash; both absolute. Fails with
/// ExitCode::Invalid where a path has control characters.
Result<std::string> module_init(const Cluster& cluster, const std::string& tree,
                                const std::string& lmod = "/usr/share/lmod/lmod/init/bash");

/// What a job's environment needs for that: `init` is the path of the file made of `module_init`.
/// A login shell reads /etc/profile first, which lets an environment with these alone.
std::map<std::string, std::string> module_environment(const std::string& tree,
                                                      const std::string& init);

}  // namespace gpujob
