// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "profile/account_pattern.h"
#include "profile/gpu_catalogue.h"
#include "profile/site.h"

// Finding profiles. `--site` takes a center, a cluster, or both ("center/cluster"). Only the file
// that is meant is opened: a center is its file's name; a cluster is looked up in the index that
// the build writes beside the profiles, and only where that fails are files scanned.

namespace gpujob {

/// A profile and the one of its clusters that was asked for.
struct Selection {
  SiteProfile profile;
  std::string cluster;

  const Cluster& get() const { return *profile.find_cluster(cluster); }
};

class ProfileStore {
 public:
  ProfileStore(const World& world, std::vector<std::string> path)
      : world_(world), path_(std::move(path)) {}

  /// Fails with ExitCode::Usage and a suggestion if there is no such site, with
  /// ExitCode::Invalid if its file is wrong.
  Result<Selection> find(const std::string& site) const;

  /// All centers on the path, each once, in order of name; unreadable ones become diagnostics.
  std::vector<SiteProfile> all(Diagnostics& problems) const;

  /// Names of centers and clusters, for suggestions and completion; from file names and index.
  std::vector<std::string> names() const;

  /// Account patterns of every cluster, from the index.
  std::vector<AccountPattern> account_patterns() const;

 private:
  const World& world_;
  std::vector<std::string> path_;
};

/// The index of a directory of profiles as text: what the build writes to `sites/index`.
std::string make_index(const std::vector<SiteProfile>& profiles);

/// The site this machine belongs to: Slurm's ClusterName if `cluster_name` is known, else the host
/// name against every `match.hosts`. Empty if none matches; a failure if several do.
struct Detection {
  std::string center;
  std::string cluster;
  std::string by;  ///< "cluster name 'x'", "host name 'y'"
};
Result<std::optional<Detection>> detect_site(const std::vector<SiteProfile>& profiles,
                                             const std::string& cluster_name,
                                             const std::string& host_name);

/// Reads `gpus.yaml` from the first directory of the search path that has one.
Result<GpuCatalogue> load_gpu_catalogue(const World& world,
                                        const std::vector<std::string>& profile_path);

}  // namespace gpujob
