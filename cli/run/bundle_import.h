// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "base/world.h"
#include "report/measurement.h"

namespace gpujob {

/// What runs without gpujob measured, such as those of a bundle.
struct BundledReports {
  std::vector<Measurement> measurements;
  Diagnostics problems;  ///< one or more for each report that is left out
  std::size_t damaged = 0;
};

/// A report by its text. One that was made by hand and knows no run gets an id of its content.
/// Fails with ExitCode::Invalid.
Result<Measurement> read_bundled_report(const std::string& where, const std::string& text);

/// The reports in a folder and in the folders in it (a bundle's run-<id>). Where an end marker
/// names a report, its size and SHA-256 have to fit. Fails with ExitCode::Invalid for a folder
/// without any.
Result<BundledReports> read_bundled_reports(const World& world, const std::string& folder);

}  // namespace gpujob
