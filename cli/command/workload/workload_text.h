// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/screen.h"
#include "plan/request.h"
#include "workload/workload.h"

// A manifest as text, as JSON, and as Markdown for the workload's README.

namespace gpujob {

std::string workload_text(const Workload& workload, const Screen& screen);
std::string workload_markdown(const Workload& workload);
Json workload_json(const Workload& workload);

/// Variants missing from the installed programs: one line each, or {"cpu": {"variant": "why"}}.
std::string not_built_text(const std::vector<ProgramFound>& programs);
Json not_built_json(const std::vector<ProgramFound>& programs);

}  // namespace gpujob
