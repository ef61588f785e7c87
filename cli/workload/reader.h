// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "base/schema.h"
#include "workload/workload.h"

namespace gpujob {

/// The field table of a manifest, `schema: gpujob/workload/v1`.
const Field& workload_fields();

/// Fails with ExitCode::Invalid and every error found, cross-checks included (a default variant
/// that is none, a size that sets an unknown parameter, a formula that names one, …).
Result<Workload> read_workload(const std::string& name, std::string text);

/// The value of a formula (+ - * / ^, parentheses, numbers, parameter names, min, max, ceil,
/// sqrt, log2). `values` maps parameter names to numbers. Fails with the formula and the place in
/// it.
Result<double> evaluate(const std::string& formula, const std::map<std::string, double>& values);

}  // namespace gpujob
