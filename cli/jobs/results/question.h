// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "jobs/session/session.h"
#include "report/compare.h"
#include "run/index.h"

namespace gpujob {

/// Gives `wanted` the defaults of the workload's manifest, so that what is compared does not change
/// with what was measured last. A manifest that cannot be read is a warning; an unknown workload
/// has no defaults.
void ask_as_usual(Session& session, CompareOptions& wanted);

/// The measurements that `wanted` is about: of the metric of this name, else of the usual one, or
/// where that has no samples of the first that has.
Result<MeasurementTable> measurements_for(RunIndex& index, const CompareOptions& wanted,
                                          const std::optional<std::string>& metric);

/// `failure` of a comparison by a metric without samples, with the metrics that have some.
Failure with_other_metrics(Failure failure, RunIndex& index, const CompareOptions& wanted,
                           const Metric& metric);

}  // namespace gpujob
