// SPDX-License-Identifier: MIT
#include "plan/shared_cores.h"

#include "base/format.h"

namespace gpujob {

void check_shared_cores(Draft& draft) {
  const auto& runs = draft.request.neighbours;
  if (runs.empty()) return;
  draft.report(
      {"gp224", Severity::Warning, draft.at_site(),
       format("{} {} on the same cores", join(runs, ", "), runs.size() == 1 ? "runs" : "run"),
       "all of them will take longer than alone",
       format("time one after the other: 'gpujob wait {}' first", join(runs, " ")), ""});
}

}  // namespace gpujob
