// SPDX-License-Identifier: MIT
#include "lint/clusters_option.h"

#include "base/text.h"

namespace gpujob {

std::vector<std::string> named_clusters(const BatchScript& script) {
  std::vector<std::string> names;
  const Directive* option = script.find("clusters");
  if (option == nullptr || !option->value) return names;
  for (const std::string_view part : split(*option->value, ',')) {
    const std::string name(trim(part));
    if (!name.empty() && to_lower(name) != "all") names.push_back(name);
  }
  return names;
}

const Cluster* find_named_cluster(const SiteProfile& profile, const std::string& name) {
  for (const Cluster& cluster : profile.clusters) {
    if (cluster.match.cluster_name == name || cluster.name == name) return &cluster;
  }
  return nullptr;
}

const Cluster& target_cluster(const BatchScript& script, const SiteProfile& profile,
                              const Cluster& asked) {
  for (const std::string& name : named_clusters(script)) {
    if (const Cluster* cluster = find_named_cluster(profile, name)) return *cluster;
  }
  return asked;
}

}  // namespace gpujob
