// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/json.h"
#include "workload/workload.h"

// A manifest as people and programs read it; the Markdown is the workload's README.

namespace gpujob {

std::string workload_text(const Workload& workload);
std::string workload_markdown(const Workload& workload);
Json workload_json(const Workload& workload);

}  // namespace gpujob
