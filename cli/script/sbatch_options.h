// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace gpujob {

struct ValueForm;

enum class Argument { None, Required, Optional };

/// An option of sbatch. Source: https://slurm.schedmd.com/sbatch.html.
struct SbatchOption {
  std::string_view name;  ///< long name without dashes
  char letter = '\0';     ///< '\0' without one
  Argument argument = Argument::Required;
  std::string_view variable;        ///< the SBATCH_ variable for it; may be empty
  const ValueForm* form = nullptr;  ///< of its values; null: any text
  std::string_view same_as{};       ///< the option that it is another name of; may be empty
};

/// All options in order of name.
std::span<const SbatchOption> sbatch_options();
const SbatchOption* find_option(std::string_view name);
const SbatchOption* find_option(char letter);

}  // namespace gpujob
