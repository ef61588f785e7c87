// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace gpujob {

enum class Argument { None, Required, Optional };

/// An option of sbatch. Source: https://slurm.schedmd.com/sbatch.html.
struct SbatchOption {
  std::string_view name;  ///< long name without dashes
  char letter = '\0';     ///< '\0' without one
  Argument argument = Argument::Required;
  std::string_view variable;  ///< the SBATCH_ variable for it; may be empty
};

/// All options in order of name.
std::span<const SbatchOption> sbatch_options();
const SbatchOption* find_option(std::string_view name);
const SbatchOption* find_option(char letter);

}  // namespace gpujob
