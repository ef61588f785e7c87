// SPDX-License-Identifier: MIT
#include "plan/fitting_shapes.h"

#include <algorithm>

namespace gpujob {

namespace {

bool in_partition(const NodeShape& shape, const std::string& partition) {
  const auto& all = shape.partitions;
  return partition.empty() || std::find(all.begin(), all.end(), partition) != all.end();
}

}  // namespace

Shapes fitting_shapes(const Cluster& cluster, const std::string& gpu_key,
                      const std::string& partition) {
  const Shapes with_gpu = gpu_key.empty() ? cluster.typed_shapes() : cluster.shapes_with(gpu_key);
  Shapes fitting;
  std::copy_if(with_gpu.begin(), with_gpu.end(), std::back_inserter(fitting),
               [&](const NodeShape* shape) { return in_partition(*shape, partition); });
  return fitting.empty() ? with_gpu : fitting;
}

int largest_gpus(const Shapes& shapes) {
  int largest = 0;
  for (const NodeShape* shape : shapes) largest = std::max(largest, shape->gpus);
  return largest;
}

std::string processor_of(const Shapes& shapes) {
  if (shapes.empty()) return "";
  const std::string& first = shapes.front()->arch;
  const bool equal = std::all_of(shapes.begin(), shapes.end(),
                                 [&](const NodeShape* shape) { return shape->arch == first; });
  return equal ? first : "";
}

}  // namespace gpujob
