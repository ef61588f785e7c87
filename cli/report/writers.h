// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/screen.h"
#include "report/comparison.h"
#include "report/timing_report.h"

namespace gpujob {

enum class OutputFormat { Text, JsonText, Csv, Markdown };

/// Intervals drawn in characters beside the numbers: for terminals.
enum class Bars { No, Yes };

/// The reports of one run (not empty), one per launch: median, spread, rate, fraction of the
/// ceiling, device, site; says plainly when a CPU stood in for a GPU, when the answer was wrong and
/// why sampling stopped. JSON: `gpujob/reports/v1`, each report whole beside its summary.
std::string write_reports(const std::vector<TimingReport>& reports, OutputFormat format,
                          const Screen& screen = {});

/// JSON: `gpujob/comparison/v1`; CSV: one row per group. Only text has bars.
std::string write_comparison(const Comparison& comparison, OutputFormat format,
                             Bars bars = Bars::No, const Screen& screen = {});

}  // namespace gpujob
