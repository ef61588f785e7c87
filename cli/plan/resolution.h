// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "plan/explanation.h"
#include "plan/job_plan.h"

namespace gpujob {

/// Which text of the site's profile a plan was made from.
struct ProfileVersion {
  std::string sha256;   ///< the first twelve digits, of the whole file; empty: not recorded
  std::string checked;  ///< newest day on which a source of the cluster was read: "2026-11-21"

  bool operator==(const ProfileVersion&) const = default;
};

/// What the center charges for a job that takes its whole time limit, in its own unit.
struct JobCharge {
  double amount = 0;
  std::string unit;  ///< "GPU-hour"
};

/// A plan, why each value is what it is, and what was found on the way (warnings and notes only).
struct Resolution {
  JobPlan plan;
  Explanation explanation;
  Diagnostics diagnostics;
  ProfileVersion profile;
  std::optional<JobCharge> charge{};  ///< absent: not known
};

}  // namespace gpujob
