// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "command/config/data_files.h"
#include "command/config/site_selection.h"
#include "command/job/job.h"
#include "jobs/possible_place.h"

namespace gpujob {

/// What the schedulers that can be reached from here say now: one question about all nodes of a
/// cluster, and a test of each job.
class LivePlaces {
 public:
  LivePlaces(World& world, DataFiles& data_files, EndpointFlags flags)
      : world_(world), data_files_(data_files), flags_(std::move(flags)) {}

  /// Adds free GPUs and the estimated start; leaves them unknown where no scheduler can be asked.
  void add(const Job& job, PossiblePlace& place);
  /// Warnings about what was asked and not answered.
  const Diagnostics& problems() const { return problems_; }

 private:
  struct Cluster {
    std::optional<Endpoint> endpoint;
    std::vector<GpuNode> nodes;
    bool has_nodes = false;
  };
  const Cluster& cluster_of(const Selection& site);
  void warn(const Failure& failure);
  void need_account(const Selection& site);

  World& world_;
  DataFiles& data_files_;
  EndpointFlags flags_;
  std::map<std::string, Cluster> clusters_;  ///< by "center/cluster"
  Diagnostics problems_;
};

}  // namespace gpujob
