// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace gpujob {

/// Where a Slurm submit rule finds the value of an sbatch option.
struct OptionField {
  enum class Value { Text, Number, Minutes, Gpus };
  std::string_view option;  ///< long name without dashes
  std::string_view field;   ///< of job_desc
  Value value = Value::Text;
  std::string_view absent =
      {};  ///< Lua: what the field holds when the option is not given; "": nil
};

/// Nothing for an option that submit rules do not see or cannot distinguish: --gres from
/// --gpus-per-node, --ntasks from --ntasks-per-node.
const OptionField* find_option_field(std::string_view option);

}  // namespace gpujob
