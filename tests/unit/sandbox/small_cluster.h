// SPDX-License-Identifier: MIT
#pragma once

#include "profile/site.h"

namespace gpujob {

/// One partition "main" with two shapes: "thin", of which everything is known, and "big", of which
/// little is.
inline Cluster small_cluster() {
  Cluster cluster;
  cluster.name = "small";
  Partition partition;
  partition.name = "main";
  partition.is_default = true;
  partition.max_time = Seconds(3600);
  cluster.partitions = {partition};
  NodeShape thin;
  thin.id = "thin";
  thin.partitions = {"main"};
  thin.count = 30;
  thin.cpus = 64;
  thin.threads_per_core = 2;
  thin.memory_mib = 128'000;
  thin.features = {"a", "b"};
  NodeShape big;
  big.id = "big";
  big.partitions = {"main"};
  big.gpu = "X1";
  cluster.nodes = {thin, big};
  GpuType type;
  type.key = "X1";
  type.gres = "X1";
  cluster.gpus = {type};
  return cluster;
}

}  // namespace gpujob
