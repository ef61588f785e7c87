// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gpujob {

/// contract/report_fields.h as a JSON Schema (draft-07), ready to be written to a file.
std::string report_schema();

}  // namespace gpujob
