// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gpujob {

enum class Vendor { Nvidia, Amd };

std::string to_string(Vendor vendor);
/// "NVIDIA", "AMD": as people write it.
std::string vendor_name(Vendor vendor);

/// A row of `gpus.yaml`. Peaks are theoretical, dense, without tensor or matrix units.
struct GpuModel {
  std::string id;  ///< vendor and chip, lower case
  std::string name;
  Vendor vendor = Vendor::Nvidia;
  std::string architecture;            ///< what the compiler takes: sm_NN or gfxNNN
  std::optional<double> memory_bytes;  ///< of one GPU as Slurm counts it
  std::optional<double> float32_per_second;
  std::optional<double> float64_per_second;
  std::optional<double> bandwidth;   ///< bytes per second to its own memory
  std::optional<int> first_toolkit;  ///< oldest major version of CUDA that compiles for it
  std::optional<int> last_toolkit;   ///< newest one
  std::string slice_of;              ///< id of the model that it is a part of; empty: a whole GPU
  std::string source;
  std::string checked;
};

/// "cuda" for NVIDIA, "hip" for AMD.
std::string backend_of(Vendor vendor);

/// Why CUDA of that major version does not compile for the model ("CUDA 12 is the last that
/// does"); empty if it does, or nothing is known of it.
std::string toolkit_limit(const GpuModel& model, long long major);

class GpuCatalogue {
 public:
  explicit GpuCatalogue(std::vector<GpuModel> models) : models_(std::move(models)) {}
  const std::vector<GpuModel>& models() const { return models_; }
  const GpuModel* find(const std::string& id) const;

 private:
  std::vector<GpuModel> models_;
};

}  // namespace gpujob
