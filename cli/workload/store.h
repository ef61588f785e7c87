// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "workload/workload.h"

namespace gpujob {

/// Manifests on a search path: `<directory>/<name>/workload.yaml`, the first directory wins.
class WorkloadStore {
 public:
  WorkloadStore(const World& world, std::vector<std::string> path)
      : world_(world), path_(std::move(path)) {}

  /// The manifest of a workload, valid or not; nothing if it does not exist. Fails where a
  /// directory before it cannot be looked into: another workload of this name may be there.
  Result<std::optional<std::string>> manifest(const std::string& name) const;
  /// Fails with ExitCode::Usage and a suggestion, or ExitCode::Invalid if the manifest is wrong.
  Result<Workload> find(const std::string& name) const;
  std::vector<Workload> all(Diagnostics& problems) const;
  /// Of all; a directory that cannot be read is a problem.
  std::vector<std::string> names(Diagnostics& problems) const;

 private:
  Result<Workload> read(const std::string& name) const;

  const World& world_;
  std::vector<std::string> path_;
  mutable std::map<std::string, Workload> loaded_;  ///< each read once
};

}  // namespace gpujob
