// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

#include "profile/site.h"

namespace gpujob {

/// The commands that take options of plug-ins.
inline constexpr std::array<const char*, 3> kPluginCommands = {"sbatch", "salloc", "srun"};

/// Does the profile list options of plug-ins?
bool has_plugins(const Cluster& cluster);

/// A program that stands in place of each of them: it takes the options that the profile lists, as
/// Slurm takes those of a plug-in, and passes on the rest to the command in the directory
/// `commands`. What a plug-in does beyond that, nothing does here.
std::string plugin_program(const Cluster& cluster, const std::string& commands);

/// Can the program tell whether a value is of the option's form?
bool checks_form(const DirectiveRule& rule);

}  // namespace gpujob
