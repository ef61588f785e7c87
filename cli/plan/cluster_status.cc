// SPDX-License-Identifier: MIT
#include "plan/cluster_status.h"

#include "profile/cluster_state.h"

namespace gpujob {

void check_cluster_status(Draft& draft) {
  std::optional<Diagnostic> found = judge_state(draft.cluster(), draft.request.today);
  if (!found) return;
  const bool retired = draft.cluster().status.state == ClusterStatus::State::Retired;
  found->code = retired ? "gp211" : "gp212";
  found->where = draft.at_site();
  if (draft.request.retired == RetiredClusters::Allow) {
    found->severity = Severity::Warning;
  } else if (found->severity == Severity::Error) {
    found->fix += found->fix.empty() ? "" : ", or ";
    found->fix += "--allow-retired to go on";
  }
  draft.report(*std::move(found));
}

}  // namespace gpujob
