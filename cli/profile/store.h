// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "base/yaml.h"
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

using LoadedProfile = std::shared_ptr<const SiteProfile>;

/// A profile and the one of its clusters that was asked for.
struct Selection {
  LoadedProfile profile;
  std::string cluster;

  const Cluster& get() const { return *profile->find_cluster(cluster); }
};

class ProfileStore {
 public:
  /// `path`: directories that hold `sites/<center>.yaml`; the first that has a file wins, and an
  /// overlay there changes what the next one says.
  ProfileStore(const World& world, std::vector<std::string> path)
      : world_(world), path_(std::move(path)) {}

  /// The name as written, else in small letters. Fails with ExitCode::Usage and a suggestion for an
  /// unknown site, with ExitCode::Invalid if its file is wrong.
  Result<Selection> find(const std::string& site) const;

  /// `file` as it would be read here: whole, or an overlay with the files that it is laid over.
  /// Fails as read_profile does, and with ExitCode::Invalid if there is nothing to lay it over.
  Result<YamlFile> read_with_layers(const std::string& file, std::string text) const;

  /// All centers on the path, each once, in order of name; unreadable ones become diagnostics.
  std::vector<SiteProfile> all(Diagnostics& problems) const;

  /// The same profiles with no more than profile/outline.h names, read from what was kept of the
  /// very texts on the path.
  std::vector<SiteProfile> outlines(Diagnostics& problems) const;

  /// Names of centers and clusters, for suggestions and completion; from file names and index.
  /// A directory that cannot be read is a problem.
  std::vector<std::string> names(Diagnostics& problems) const;

  /// Account patterns of every cluster, from the indexes.
  std::vector<AccountPattern> account_patterns() const;

  /// The site this machine belongs to; see profile/detect.h. Fails where a directory cannot be
  /// read, which may have it; a profile that cannot is passed over.
  Result<std::optional<Detection>> detect(const std::string& cluster_name,
                                          const std::string& host_name) const;

 private:
  /// Fails where a directory on the path is there and cannot be read: this machine's site may be in
  /// it.
  Status check_path() const;
  Result<Selection> find_as_written(const std::string& site) const;
  std::vector<IndexEntry> index_in(const std::string& directory) const;
  /// How the clusters of a center, whose first file is in this directory, are recognised: as the
  /// directory's index says if it was made from that text, else as the profile does.
  std::vector<IndexEntry> entries_of(const std::string& center, std::size_t directory,
                                     const std::vector<IndexEntry>& index) const;
  std::vector<std::string> centers(Diagnostics& problems) const;
  /// Every file on the path, its name before its text; nothing where one cannot be read.
  std::optional<std::string> texts() const;
  std::vector<std::string> centers_in(const std::string& directory, Diagnostics& problems) const;
  /// The first directory from `first` on that has the center's file. Nothing where none has it;
  /// fails where a directory before it cannot be looked into.
  Result<std::optional<std::size_t>> directory_of(const std::string& center,
                                                  std::size_t first = 0) const;
  /// Adds the center's files from the directory `first` on, up to the one that is whole; only those
  /// above it change it. Fails with ExitCode::Invalid if there are overlays and nothing below them.
  Status add_layers(std::vector<YamlFile>& layers, const std::string& center,
                    std::size_t first) const;
  Result<LoadedProfile> load(const std::string& center) const;
  Result<LoadedProfile> read(const std::string& center) const;
  std::vector<std::string> centers_with(const std::string& cluster) const;
  std::vector<std::string> scan_for(const std::string& cluster, Diagnostics& problems) const;
  Result<Selection> select(const std::string& center, const std::string& cluster) const;
  Result<Selection> find_cluster(const std::string& cluster) const;
  Failure unknown_site(const std::string& site, Diagnostics problems) const;

  const World& world_;
  std::vector<std::string> path_;
  mutable std::map<std::string, LoadedProfile> loaded_;  ///< by center, each read once
};

/// Reads `gpus.d/*.yaml` and `gpus.yaml` of every directory of the search path; of two models with
/// one id the earlier counts. With `ids`, it may leave out other models, which is quicker.
Result<GpuCatalogue> load_gpu_catalogue(const World& world,
                                        const std::vector<std::string>& profile_path,
                                        const std::vector<std::string>& ids = {});

}  // namespace gpujob
