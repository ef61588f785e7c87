// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/explanation.h"
#include "plan/job_plan.h"

namespace gpujob {

/// One directive of a script and who set it.
struct Directed {
  PlannedOption option;
  From from = From::Rule;
  std::string origin;
};

/// The directives of a script. The first to set an option wins, so callers add in order of
/// precedence. `ntasks` and `ntasks-per-node` are two spellings of one option.
class DirectiveList {
 public:
  /// False if the option is there already.
  bool add(Directed directive);
  const Directed* find(const std::string& option) const;

  /// In the order of the script: who, where, how much, which GPUs, how long, the rest.
  std::vector<Directed> ordered() const;

 private:
  std::vector<Directed> directives_;
};

}  // namespace gpujob
