// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "plan/request.h"
#include "workload/workload.h"

// A manifest as people and programs read it; the Markdown is the workload's README.

namespace gpujob {

std::string workload_text(const Workload& workload);
std::string workload_markdown(const Workload& workload);
Json workload_json(const Workload& workload);

/// What the installed programs were not built with: a line each; {} or {"cpu": {"variant": "why"}}.
std::string not_built_text(const std::vector<ProgramFound>& programs);
Json not_built_json(const std::vector<ProgramFound>& programs);

}  // namespace gpujob
