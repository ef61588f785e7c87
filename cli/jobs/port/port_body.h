// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "jobs/port/port.h"

namespace gpujob {

/// New text of lines of the original; no text removes the line.
using Replacements = std::map<int, std::vector<std::string>>;

/// What becomes of the commands of a script: modules and launchers that both profiles document are
/// replaced; steps that name what only the old center has, and absolute paths, are listed. `gpu`:
/// the types at home and there, null without GPUs.
void port_body(const PortInput& input, const GpuType* from_gpu, const GpuType* to_gpu,
               std::vector<PortRow>& rows, Replacements& replacements);

}  // namespace gpujob
