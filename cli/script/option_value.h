// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "script/batch_script.h"

namespace gpujob {

/// What is wrong with the value of an option.
struct ValueProblem {
  enum class Kind { Unreadable, Template, ShellVariable };
  Kind kind = Kind::Unreadable;
  std::string problem;
  std::string why;
  std::string fix;
  bool refused = true;                ///< by sbatch; else accepted literally
  std::optional<std::string> better;  ///< the value surely meant: "4608M" for "4.5G"
};

/// Nothing for a value that sbatch reads, and for an option without a value.
std::optional<ValueProblem> value_problem(const Directive& directive);

/// A whole number as sbatch reads one: "4", " 4", "+4"; with `k` and `m` for 1024 and 1024².
std::optional<long long> parse_count(std::string_view text);

/// UNLIMITED, INFINITE and the like, and 0: sbatch's words for "no time limit of my own".
bool is_unlimited(std::string_view walltime);

}  // namespace gpujob
