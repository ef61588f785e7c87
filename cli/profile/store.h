// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "profile/account_pattern.h"
#include "profile/detect.h"
#include "profile/gpu_catalogue.h"
#include "profile/site.h"
#include "profile/site_index.h"

// Finding profiles. `--site` takes a center, a cluster, or both ("center/cluster"). Only that file
// is opened: a center is its file's name; a cluster is looked up in the index beside the profiles,
// and files are read one by one only if no index has it. The index is only a hint: a stale or
// missing one costs time, never correctness.

namespace gpujob {

/// A profile and the one of its clusters that was asked for.
struct Selection {
  std::shared_ptr<const SiteProfile> profile;
  std::string cluster;

  const Cluster& get() const { return *profile->find_cluster(cluster); }
};

class ProfileStore {
 public:
  /// `path`: directories that hold `sites/<center>.yaml`; the first that has a file wins.
  ProfileStore(const World& world, std::vector<std::string> path)
      : world_(world), path_(std::move(path)) {}

  /// Fails with ExitCode::Usage and a suggestion for an unknown site, with ExitCode::Invalid if its
  /// file is wrong.
  Result<Selection> find(const std::string& site) const;

  /// All centers on the path, each once, in order of name; unreadable ones become diagnostics.
  std::vector<SiteProfile> all(Diagnostics& problems) const;

  /// Names of centers and clusters, for suggestions and completion; from file names and index.
  /// A directory that cannot be read is a problem.
  std::vector<std::string> names(Diagnostics& problems) const;

  /// Fails where a directory on the path is there and cannot be read: this machine's site may be in
  /// it.
  Status check_path() const;

  /// Account patterns of every cluster, from the indexes.
  std::vector<AccountPattern> account_patterns() const;

  /// The site this machine belongs to; see profile/detect.h. Directories without an index are read.
  Result<std::optional<Detection>> detect(const std::string& cluster_name,
                                          const std::string& host_name) const;

 private:
  std::vector<IndexEntry> entries(const std::string& directory) const;
  /// The same; a directory without an index has its profiles read.
  Result<std::vector<IndexEntry>> known_entries(const std::string& directory) const;
  std::vector<std::string> centers(Diagnostics& problems) const;
  std::vector<std::string> centers_in(const std::string& directory, Diagnostics& problems) const;
  /// Nothing where no directory has it; fails where a directory before it cannot be looked into.
  Result<std::optional<std::string>> file_of(const std::string& center) const;
  Result<SiteProfile> load(const std::string& center, const std::string& file) const;
  std::vector<std::string> centers_with(const std::string& cluster) const;
  std::vector<std::string> scan_for(const std::string& cluster, Diagnostics& problems) const;
  Result<Selection> select(const std::string& center, const std::string& cluster) const;
  Result<Selection> find_cluster(const std::string& cluster) const;
  Failure unknown_site(const std::string& site, Diagnostics problems) const;

  const World& world_;
  std::vector<std::string> path_;
};

/// Reads `gpus.yaml` from the first directory of the search path that has one; with `ids`, it may
/// leave out other models, which is quicker.
Result<GpuCatalogue> load_gpu_catalogue(const World& world,
                                        const std::vector<std::string>& profile_path,
                                        const std::vector<std::string>& ids = {});

}  // namespace gpujob
