// SPDX-License-Identifier: MIT
#include "profile/cluster_state.h"

#include "base/format.h"

namespace gpujob {

namespace {

Diagnostic retired_diagnostic(const Cluster& cluster) {
  const ClusterStatus& status = cluster.status;
  const std::string day = status.date.empty() ? "" : format(" on {}", status.date);
  return {"",
          status.mark == Mark::D ? Severity::Error : Severity::Warning,
          "",
          format("cluster '{}' was retired{}", cluster.name, day),
          std::string(doubt_of(status.mark)),
          status.successor.empty() ? "" : format("use --site {}", status.successor),
          ""};
}

Diagnostic ending_diagnostic(const Cluster& cluster, const std::string& today) {
  const ClusterStatus& status = cluster.status;
  // Days compare as text: both are YYYY-MM-DD.
  const bool over = !status.date.empty() && today >= status.date;
  std::string problem = status.date.empty()
                            ? format("cluster '{}' is to close", cluster.name)
                            : format("cluster '{}' {} on {}", cluster.name,
                                     over ? "was to close" : "is to close", status.date);
  return {"",
          Severity::Warning,
          "",
          std::move(problem),
          std::string(doubt_of(status.mark)),
          status.successor.empty() ? "" : format("use --site {}", status.successor),
          ""};
}

}  // namespace

std::optional<Diagnostic> judge_state(const Cluster& cluster, const std::string& today) {
  switch (cluster.status.state) {
    case ClusterStatus::State::Active:
      break;
    case ClusterStatus::State::Ending:
      return ending_diagnostic(cluster, today);
    case ClusterStatus::State::Retired:
      return retired_diagnostic(cluster);
  }
  return std::nullopt;
}

}  // namespace gpujob
