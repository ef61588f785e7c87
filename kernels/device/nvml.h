// SPDX-License-Identifier: MIT
// The present state of one GPU, from NVIDIA's management library. It comes with the driver and is
// loaded at run time through prototypes declared here: nothing is needed to build, and where it is
// missing, or does not answer (parts of a GPU, some containers), nothing is reported.
#pragma once

#include <dlfcn.h>
#include <optional>
#include <string>

namespace gpujob {

class Nvml {
 public:
  enum class Clock : int { Core = 0, Memory = 2 };  // NVML_CLOCK_GRAPHICS, NVML_CLOCK_MEM

  /// The GPU with this PCI bus id, as the CUDA runtime gives it.
  explicit Nvml(const std::string& bus_id, const char* library = "libnvidia-ml.so.1")
      : library_(dlopen(library, RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) return;
    const auto init = find<int (*)()>("nvmlInit_v2");
    const auto by_bus_id = find<int (*)(const char*, void**)>("nvmlDeviceGetHandleByPciBusId_v2");
    clock_ = find<int (*)(void*, int, unsigned*)>("nvmlDeviceGetClockInfo");
    reasons_ =
        find<int (*)(void*, unsigned long long*)>("nvmlDeviceGetCurrentClocksThrottleReasons");
    if (init == nullptr || by_bus_id == nullptr || init() != 0) return;
    started_ = true;
    if (by_bus_id(bus_id.c_str(), &device_) != 0) device_ = nullptr;
  }
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;
  ~Nvml() {
    if (library_ == nullptr) return;
    const auto shutdown = find<int (*)()>("nvmlShutdown");
    if (started_ && shutdown != nullptr) (void)shutdown();
    dlclose(library_);
  }

  std::optional<double> clock_hz(Clock clock) const {
    unsigned megahertz = 0;
    if (device_ == nullptr || clock_ == nullptr) return std::nullopt;
    if (clock_(device_, static_cast<int>(clock), &megahertz) != 0) return std::nullopt;
    return megahertz * 1e6;
  }

  /// Is the clock held down because of heat or by the board? A power limit in software does not
  /// count: many GPUs always run into it at full load.
  bool throttled() const {
    constexpr unsigned long long slowdown = 0x8, software_heat = 0x20, heat = 0x40, brake = 0x80;
    unsigned long long reasons = 0;
    if (device_ == nullptr || reasons_ == nullptr || reasons_(device_, &reasons) != 0) return false;
    return (reasons & (slowdown | software_heat | heat | brake)) != 0;
  }

 private:
  template <class Function>
  Function find(const char* name) const {
    return reinterpret_cast<Function>(dlsym(library_, name));
  }

  void* library_;
  bool started_ = false;
  void* device_ = nullptr;
  int (*clock_)(void* device, int which, unsigned* megahertz) = nullptr;
  int (*reasons_)(void* device, unsigned long long* bits) = nullptr;
};

}  // namespace gpujob
