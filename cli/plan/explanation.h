// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/json.h"

namespace gpujob {

/// Where a value came from, in order of precedence.
enum class From {
  Flag,
  Variable,       ///< GPUJOB_*
  SlurmVariable,  ///< an adopted SBATCH_*
  Script,         ///< a directive of the user's own script
  Configuration,
  Profile,
  Manifest,
  BuiltIn,
  Rule,  ///< computed from other values; `origin` says how
};

std::string to_string(From from);

/// A value and its origin: "--account", "GPUJOB_ACCOUNT", "config.yaml:3".
struct SourcedValue {
  std::string value;
  From from = From::Flag;
  std::string origin;
};

/// One value of the plan and why it was chosen.
struct Choice {
  std::string subject;  ///< "--gpus", "module CUDA/12.9.1", "backend", "nodes"
  std::string value;
  From from = From::Rule;
  std::string origin;  ///< "--gpu", "profiles/sites/x.yaml:31", "ceil(gpus / largest node)"
};

using Explanation = std::vector<Choice>;

/// An array of {subject, value, from, origin}, in the order of the choices.
Json to_json(const Explanation& explanation);

}  // namespace gpujob
