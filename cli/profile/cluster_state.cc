// SPDX-License-Identifier: MIT
#include "profile/cluster_state.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

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

bool is_out_of_date(const Source& source, const std::string& today) {
  constexpr std::size_t kYearLength = 4;
  const auto year = parse_integer(today.substr(0, kYearLength));
  if (!year || source.checked.empty()) return false;
  // 29 February of a year that has none counts as later than the 28th.
  return source.checked < std::to_string(*year - 1) + today.substr(kYearLength);
}

std::string oldest_fact(const Cluster& cluster) {
  std::string oldest;
  for (const Source& source : cluster.sources) {
    if (!source.checked.empty() && (oldest.empty() || source.checked < oldest))
      oldest = source.checked;
  }
  return oldest;
}

std::string outdated_since(const Cluster& cluster, const std::string& today) {
  Source oldest;
  oldest.checked = oldest_fact(cluster);
  return is_out_of_date(oldest, today) ? oldest.checked : "";
}

bool is_only_known(const Cluster& cluster) {
  return cluster.scheduler == Scheduler::Slurm &&
         cluster.status.state != ClusterStatus::State::Retired &&
         std::none_of(cluster.gpus.begin(), cluster.gpus.end(),
                      [](const GpuType& type) { return type.request_documented; });
}

std::vector<std::string> missing_facts(const Cluster& cluster) {
  std::vector<std::string> missing;
  if (!is_only_known(cluster)) return missing;
  const auto& partitions = cluster.partitions;
  if (cluster.gpus.empty()) missing.emplace_back("GPU types");
  missing.emplace_back("how to ask for GPUs");
  if (partitions.empty()) missing.emplace_back("partitions");
  if (std::none_of(partitions.begin(), partitions.end(),
                   [](const Partition& one) { return one.max_time.has_value(); }))
    missing.emplace_back("time limits");
  if (cluster.stacks.empty()) missing.emplace_back("modules");
  return missing;
}

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

std::string status_text(const ClusterStatus& status, const std::string& today) {
  const std::string then = status.successor;
  switch (status.state) {
    case ClusterStatus::State::Active:
      return "active";
    case ClusterStatus::State::Ending: {
      const char* over = status.mark == Mark::D ? "ended" : "was to end";
      return format("{} {}{}", today >= status.date ? over : "ends", status.date,
                    then.empty() ? "" : "; then " + then);
    }
    case ClusterStatus::State::Retired:
      return format("retired {}{}", status.date, then.empty() ? "" : "; use " + then);
  }
  return {};
}

std::string status_and_age_text(const Cluster& cluster, const std::string& today) {
  const std::string oldest = outdated_since(cluster, today);
  const std::string from = cluster.copied_from();
  return status_text(cluster.status, today) + (oldest.empty() ? "" : "; facts of " + oldest) +
         (from.empty() ? "" : "; copied from " + from) +
         (is_only_known(cluster) ? "; known only" : "");
}

}  // namespace gpujob
