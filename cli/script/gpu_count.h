// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace gpujob {

/// Options of sbatch that count GPUs by themselves; --gres may, beside other resources.
inline constexpr std::array<std::string_view, 4> kGpuCountOptions = {
    "gpus", "gpus-per-node", "gpus-per-socket", "gpus-per-task"};

/// `[type:]count`, or a type alone for one. Source: https://slurm.schedmd.com/sbatch.html.
struct GpuCount {
  std::string type;  ///< empty: any
  long long count = 1;

  bool operator==(const GpuCount&) const = default;
};

/// "a:2", "2", "a"; sockets after it, as in "2(S:0-1)", are left out.
GpuCount read_gpu_count(std::string_view text);

/// An item of --gres or --tres-per-task without "gres:" or "gres/" before it.
std::string_view gres_name(std::string_view item);

/// The count of an item of --gres, "a:2" of "gpu:a:2" and "1" of "gpu"; nothing for another
/// resource.
std::optional<std::string_view> gpu_count_of(std::string_view gres_item);

}  // namespace gpujob
