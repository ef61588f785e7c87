// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/document_cache.h"
#include "base/result.h"
#include "base/schema.h"
#include "workload/formula.h"
#include "workload/workload.h"

namespace gpujob {

/// The field table of a manifest, `schema: gpujob/workload/v1`.
const Field& workload_fields();

/// Fails with ExitCode::Invalid and every error found, cross-checks included (an unknown
/// default variant, an unknown parameter in a size or a formula, …).
Result<Workload> read_workload(const std::string& name, std::string text,
                               DocumentCache* cache = nullptr);

}  // namespace gpujob
