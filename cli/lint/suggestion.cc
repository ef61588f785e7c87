// SPDX-License-Identifier: MIT
#include "lint/suggestion.h"

#include <array>
#include <string_view>

#include "base/text.h"

namespace gpujob {

std::string one_gpu_directive(const Cluster& cluster) {
  constexpr std::array<std::string_view, 4> kCounts = {"{{gpus}}", "{{gpus_per_node}}", "{{nodes}}",
                                                       "{{tasks}}"};
  for (const GpuType& gpu : cluster.gpus) {
    if (!gpu.request_documented) continue;
    for (const PlacedText& line : gpu.request) {
      if (!line.value.starts_with("--gpus") && !line.value.starts_with("--gres")) continue;
      std::string text = replace_all(line.value, "{{gres}}", gpu.gres);
      for (const std::string_view count : kCounts) text = replace_all(text, count, "1");
      return "#SBATCH " + text;
    }
  }
  return "#SBATCH --gpus=1";
}

}  // namespace gpujob
