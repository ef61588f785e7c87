// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profile/gpu_catalogue.h"
#include "slurm/node_groups.h"

namespace gpujob {

/// A GPU type that a draft can name.
struct DraftedGpu {
  std::string key;
  std::string gres;
  std::string model;
  std::vector<std::string> forms;  ///< of the model, where it is not certain which
};

/// The GPUs of a cluster's nodes by their models.
class DraftedGpus {
 public:
  /// `groups` must outlive it.
  DraftedGpus(const GpuCatalogue& catalogue, const std::vector<SlurmNodeGroup>& groups)
      : catalogue_(catalogue), groups_(groups) {}

  /// The types of a node's GPUs, in order of name; none if the chip of one is not certain.
  std::vector<DraftedGpu> types_of(const SlurmNode& node) const;
  /// Those of all nodes, in order of key, each with the form that all of its nodes tell.
  std::vector<DraftedGpu> all() const;
  /// The feature that is called as the type and that every node of the type has.
  std::string common_feature(const DraftedGpu& gpu) const;

 private:
  std::optional<DraftedGpu> type(const SlurmNode& node, const std::string& gres) const;
  std::vector<const SlurmNode*> nodes_with(const std::string& key) const;
  void find_form(DraftedGpu& gpu) const;

  const GpuCatalogue& catalogue_;
  const std::vector<SlurmNodeGroup>& groups_;
};

}  // namespace gpujob
