// SPDX-License-Identifier: MIT
#include "plan/cluster_status.h"

#include "base/format.h"

namespace gpujob {

namespace {

void check_retired(Draft& draft, const ClusterStatus& status) {
  const bool certain = status.mark == Mark::D;
  const bool refuse = certain && draft.request.retired == RetiredClusters::Refuse;
  std::string fix = status.successor.empty() ? "" : format("use --site {}", status.successor);
  if (refuse) {
    fix += fix.empty() ? "" : ", or ";
    fix += "--allow-retired to go on";
  }
  const std::string day = status.date.empty() ? "" : format(" on {}", status.date);
  draft.report({"gp211", refuse ? Severity::Error : Severity::Warning, draft.at_site(),
                format("cluster '{}' was retired{}", draft.cluster().name, day),
                std::string(doubt_of(status.mark)), fix, ""});
}

void check_ending(Draft& draft, const ClusterStatus& status) {
  // Days compare as text: both are YYYY-MM-DD.
  const bool over = !status.date.empty() && draft.request.today >= status.date;
  const std::string problem = status.date.empty()
                                  ? format("cluster '{}' is ending", draft.cluster().name)
                                  : format("cluster '{}' {} on {}", draft.cluster().name,
                                           over ? "was to end" : "ends", status.date);
  const std::string fix =
      status.successor.empty() ? "" : format("its successor is --site {}", status.successor);
  draft.report({"gp212", Severity::Warning, draft.at_site(), problem,
                std::string(doubt_of(status.mark)), fix, ""});
}

}  // namespace

void check_cluster_status(Draft& draft) {
  const ClusterStatus& status = draft.cluster().status;
  switch (status.state) {
    case ClusterStatus::State::Active:
      return;
    case ClusterStatus::State::Ending:
      return check_ending(draft, status);
    case ClusterStatus::State::Retired:
      return check_retired(draft, status);
  }
}

}  // namespace gpujob
