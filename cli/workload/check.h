// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "base/yaml.h"
#include "workload/workload.h"

namespace gpujob {

/// What a schema cannot say of a manifest, with places: unknown defaults, values outside their
/// range, formulas that cannot be read, unknown slots, missing parts.
Diagnostics check_workload(const YamlFile& file, const Workload& workload);

/// Is `text` a value that the parameter can have? If not, why: "at least 1", "a whole number".
std::optional<std::string> report_mismatch(const Parameter& parameter, const std::string& text);

}  // namespace gpujob
