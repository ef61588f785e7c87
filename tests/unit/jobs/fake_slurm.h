// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "profile/site.h"
#include "slurm/inventory.h"
#include "slurm/show_records.h"

namespace gpujob {

/// What the Slurm of a cluster would print if it were as its profile says; to be changed.
struct FakeSlurm {
  ShowRecord config;
  std::vector<ShowRecord> partitions;
  std::vector<ShowRecord> nodes;  ///< "<shape>-<number>", at most a few of each shape
  std::vector<ShowRecord> qos;

  InventoryTexts texts() const;
};

/// Shapes keep at most three nodes in `cluster` as well, so that a test is quick.
FakeSlurm make_fake_slurm(Cluster& cluster);

/// What a limit that holds for all jobs is in a QOS of `FakeSlurm`.
void put_limits(const JobLimit& limit, ShowRecord& qos);

/// Is it a node of this shape?
bool is_of_shape(const ShowRecord& node, const std::string& shape);

}  // namespace gpujob
