// SPDX-License-Identifier: MIT
#include "jobs/session/named_clusters.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

void add_once(std::vector<Selection>& clusters, Selection site) {
  const bool known = std::any_of(clusters.begin(), clusters.end(), [&](const Selection& one) {
    return one.profile->center == site.profile->center && one.cluster == site.cluster;
  });
  if (!known) clusters.push_back(std::move(site));
}

void add_clusters_of(const std::shared_ptr<const SiteProfile>& profile,
                     std::vector<Selection>& clusters) {
  for (const Cluster& cluster : profile->clusters)
    if (cluster.scheduler != Scheduler::None) add_once(clusters, {profile, cluster.name});
}

Result<std::vector<Selection>> all_clusters(const DataFiles& data_files) {
  std::vector<Selection> clusters;
  Diagnostics problems;
  for (SiteProfile& profile : data_files.profiles().all(problems))
    add_clusters_of(std::make_shared<const SiteProfile>(std::move(profile)), clusters);
  if (has_errors(problems)) return Failure{ExitCode::Invalid, std::move(problems)};
  return clusters;
}

}  // namespace

Result<std::vector<Selection>> named_clusters(const DataFiles& data_files,
                                              const std::string& list) {
  std::vector<Selection> clusters;
  for (const std::string_view word : split(list, ',')) {
    auto found = data_files.profiles().find(std::string(word));
    if (!found) return found.failure();
    if (found->get().scheduler == Scheduler::None) {
      return Failure{ExitCode::Usage, "option '--site'",
                     format("site '{}' has no scheduler", printable(word)), "", "name a center"};
    }
    if (to_lower(word) == to_lower(found->profile->center)) {
      add_clusters_of(found->profile, clusters);
    } else {
      add_once(clusters, *std::move(found));
    }
  }
  return clusters;
}

Result<std::vector<Selection>> asked_clusters(const DataFiles& data_files,
                                              const std::optional<std::string>& named) {
  return named ? named_clusters(data_files, *named) : all_clusters(data_files);
}

}  // namespace gpujob
