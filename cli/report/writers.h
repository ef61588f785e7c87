// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "report/compare.h"
#include "report/timing_report.h"

namespace gpujob {

enum class OutputFormat { Text, Json, Csv, Markdown };

/// One report or several of one run: median, spread, rate, fraction of the ceiling, device, site;
/// says plainly when a CPU stood in for a GPU, when the answer was wrong and why sampling stopped.
std::string write_reports(const std::vector<TimingReport>& reports, OutputFormat format);

std::string write_comparison(const Comparison& comparison, OutputFormat format);

}  // namespace gpujob
