// SPDX-License-Identifier: MIT
#pragma once

#include "base/diagnostic.h"
#include "plan/explanation.h"
#include "plan/job_plan.h"

namespace gpujob {

/// A plan, why each value is what it is, and what was found on the way (warnings and notes only).
struct Resolution {
  JobPlan plan;
  Explanation explanation;
  Diagnostics diagnostics;
};

}  // namespace gpujob
