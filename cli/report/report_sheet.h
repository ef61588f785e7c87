// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/table.h"
#include "report/timing_report.h"

namespace gpujob {

/// What people see of a run's reports, before it is set as text or Markdown.
struct ReportSheet {
  std::string title;
  std::vector<std::pair<std::string, std::string>> facts;  ///< label, value
  TextTable times;                   ///< cold, warm and kernel apart, one row per launch
  TextTable launches;                ///< spread and rate of the phase that counts, and the answer
  std::vector<std::string> remarks;  ///< what must not be overlooked, a sentence each
};

/// `reports` is not empty and of one run.
ReportSheet make_report_sheet(const std::vector<TimingReport>& reports);

}  // namespace gpujob
