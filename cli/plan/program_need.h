// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "plan/request.h"

namespace gpujob {

/// What a program must be to run on the nodes of a plan. Empty means unknown or irrelevant.
struct ProgramNeed {
  std::string backend;
  std::string architecture;  ///< of the GPU: "sm_NN", "gfxNNN"
  std::string processor;     ///< of the nodes
};

/// Does a program with these architectures run on a GPU of `wanted`? Yes if it has just that one,
/// or portable code ("compute_NN") for one that is not newer.
bool serves(const std::vector<std::string>& architectures, const std::string& wanted);

/// Backend, architecture and, where both are known, processor.
bool fits(const ProgramFound& program, const ProgramNeed& need);

}  // namespace gpujob
