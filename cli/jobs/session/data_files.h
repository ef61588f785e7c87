// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "plan/resolution.h"
#include "profile/gpu_catalogue.h"
#include "profile/store.h"
#include "render/template_set.h"
#include "workload/store.h"

namespace gpujob {

/// Everything that is looked for on the search path: opened when first asked for, then kept, so
/// that planning a job for many sites reads each file once.
class DataFiles {
 public:
  /// `extra` directories come before all others (--profile-path).
  DataFiles(const World& world, std::vector<std::string> extra);

  const World& world() const { return world_; }
  /// The directories that come before all others.
  const std::vector<std::string>& extra() const { return extra_; }
  const ProfileStore& profiles() const { return profiles_; }
  const WorkloadStore& workloads() const { return workloads_; }
  /// Outlives the library's users; the pointers stay valid as long as the library.
  Result<const GpuCatalogue*> catalogue();
  /// The models of one cluster at least: for one job, reading them all would take longest.
  Result<const GpuCatalogue*> catalogue_for(const Cluster& cluster);
  Result<const TemplateSet*> templates();
  const std::vector<AccountPattern>& account_patterns();
  /// Which text of the profile a cluster's jobs are made from; its day is the newest on which a
  /// page of the cluster was read.
  const ProfileVersion& version_of(const Selection& site);

 private:
  const World& world_;
  std::vector<std::string> extra_;
  std::vector<std::string> profile_path_;
  ProfileStore profiles_;
  WorkloadStore workloads_;
  std::optional<GpuCatalogue> catalogue_;
  std::optional<GpuCatalogue> few_models_;
  std::optional<TemplateSet> templates_;
  std::optional<std::vector<AccountPattern>> account_patterns_;
  std::map<std::string, ProfileVersion> versions_;  ///< by "FILE CLUSTER"
};

}  // namespace gpujob
