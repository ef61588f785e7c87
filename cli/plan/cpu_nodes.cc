// SPDX-License-Identifier: MIT
#include "plan/cpu_nodes.h"

#include <algorithm>
#include <set>

#include "plan/fitting_shapes.h"

namespace gpujob {

std::optional<Directed> constraint_without_gpus(const Draft& draft) {
  const Partition* partition = draft.partition();
  if (partition == nullptr || partition->gpu != Use::Required) return std::nullopt;
  const Shapes shapes = fitting_shapes(draft.cluster(), "", partition->name);
  std::set<std::string> of_gpu_nodes;
  for (const NodeShape* shape : shapes)
    if (!shape->gpu.empty()) of_gpu_nodes.insert(shape->features.begin(), shape->features.end());
  for (const NodeShape* shape : shapes) {
    if (!shape->gpu.empty()) continue;
    for (const std::string& feature : shape->features)
      if (!of_gpu_nodes.contains(feature))
        return Directed{{"constraint", feature}, From::Profile, shape->origin.text()};
  }
  return std::nullopt;
}

}  // namespace gpujob
