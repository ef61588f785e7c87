// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "report/measurement.h"
#include "report/timing_report.h"
#include "run/run_directory.h"
#include "store/run_row.h"

namespace gpujob {

/// The reports of a run that count: present, of the size and SHA-256 that the job's own end marker
/// states, and of what the plan says. A job that was killed has no marker: then whole reports of
/// its plan count, with a warning. What is missing, damaged or of something else is in `problems`,
/// never in the list.
struct Collected {
  std::vector<TimingReport> reports;
  JobCost cost;
  std::vector<std::string> modules;  ///< that the script loaded, in order
  ProfileVersion profile;            ///< that the script was made from
  std::string qos;                   ///< that the job named; empty: none
  std::string gpus;  ///< of a launch of a user's own command; empty: one, or reported
  Diagnostics problems;
};

Result<Collected> collect(const World& world, const RunRecord& run);

Missing missing_from(const RunRecord& run, const Collected& collected);

/// The reports as measurements, with what the job took.
std::vector<Measurement> measurements_of(const Collected& collected);

}  // namespace gpujob
