// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gpujob {

/// The field table of a manifest as a JSON Schema (draft-07), ready to be written to a file.
std::string workload_schema();

}  // namespace gpujob
