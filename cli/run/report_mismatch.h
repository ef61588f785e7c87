// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "plan/job_plan.h"
#include "report/timing_report.h"

namespace gpujob {

/// What a report says of itself and its plan says otherwise: "variant naive, the plan says poly";
/// empty where it fits. `launch`: by the name of its file.
std::string report_mismatch(const JobPlan& plan, const TimingReport& report, int launch);

}  // namespace gpujob
