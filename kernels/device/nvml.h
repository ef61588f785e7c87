// SPDX-License-Identifier: MIT
// The state of one GPU, from NVIDIA's management library. It comes with the driver and is
// loaded at run time through prototypes declared here: nothing is needed to build, and where it is
// missing, or does not answer (parts of a GPU, some containers), nothing is reported.
#pragma once

#include <dlfcn.h>
#include <optional>
#include <string>

#include "device/device_state.h"

namespace gpujob {

class Nvml {
 public:
  /// The GPU with this PCI bus id, as the CUDA runtime gives it.
  explicit Nvml(const std::string& bus_id, const char* library = "libnvidia-ml.so.1")
      : library_(dlopen(library, RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) return;
    const auto init = find<int (*)()>("nvmlInit_v2");
    const auto by_bus_id = find<int (*)(const char*, void**)>("nvmlDeviceGetHandleByPciBusId_v2");
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

  DeviceState state() const {
    DeviceState state;
    if (device_ == nullptr) return state;
    char text[96] = {};
    if (const auto get = find<int (*)(char*, unsigned)>("nvmlSystemGetDriverVersion")) {
      if (get(text, sizeof text) == 0) state.kernel_driver = text;
    }
    if (const auto get = find<int (*)(void*, char*, unsigned)>("nvmlDeviceGetUUID")) {
      if (get(device_, text, sizeof text) == 0) state.uuid = text;
    }
    state.ecc = mode("nvmlDeviceGetEccMode");
    state.mig = mode("nvmlDeviceGetMigMode");
    state.power_limit_watts = number("nvmlDeviceGetEnforcedPowerLimit", 1e-3).value_or(-1);
    state.pcie_generation = number("nvmlDeviceGetCurrPcieLinkGeneration", 1).value_or(-1);
    state.pcie_width = number("nvmlDeviceGetCurrPcieLinkWidth", 1).value_or(-1);
    return state;
  }

  DeviceMoment now() const {
    constexpr int core = 1, memory = 2, gpu = 0;  // NVML_CLOCK_SM, _MEM; NVML_TEMPERATURE_GPU
    return {of("nvmlDeviceGetClockInfo", core, 1e6),
            of("nvmlDeviceGetClockInfo", memory, 1e6),
            number("nvmlDeviceGetPowerUsage", 1e-3),
            of("nvmlDeviceGetTemperature", gpu, 1),
            number<unsigned long long>("nvmlDeviceGetTotalEnergyConsumption", 1e-3),
            caps()};
  }

  /// Is the clock held down because of heat or by the board? Much quicker than all of now().
  bool throttled() const { return caps().value_or(Caps{}).throttled(); }

 private:
  template <class Function>
  Function find(const char* name) const {
    return reinterpret_cast<Function>(dlsym(library_, name));
  }

  template <class Number = unsigned>
  std::optional<double> number(const char* name, double unit) const {
    const auto get = device_ == nullptr ? nullptr : find<int (*)(void*, Number*)>(name);
    Number number = 0;
    if (get == nullptr || get(device_, &number) != 0) return std::nullopt;
    return static_cast<double>(number) * unit;
  }

  std::optional<double> of(const char* name, int which, double unit) const {
    const auto get = device_ == nullptr ? nullptr : find<int (*)(void*, int, unsigned*)>(name);
    unsigned number = 0;
    if (get == nullptr || get(device_, which, &number) != 0) return std::nullopt;
    return number * unit;
  }

  std::string mode(const char* name) const {
    const auto get = find<int (*)(void*, unsigned*, unsigned*)>(name);
    unsigned now = 0, after_reboot = 0;
    if (get == nullptr || get(device_, &now, &after_reboot) != 0) return {};
    return now != 0 ? "on" : "off";
  }

  std::optional<Caps> caps() const {
    constexpr unsigned software_power = 0x4, slowdown = 0x8, software_heat = 0x20, heat = 0x40,
                       brake = 0x80;
    const auto reasons = number<unsigned long long>("nvmlDeviceGetCurrentClocksThrottleReasons", 1);
    if (!reasons) return std::nullopt;
    const auto bits = static_cast<unsigned long long>(*reasons);
    const auto any = [bits](unsigned wanted) { return (bits & wanted) != 0; };
    // A slowdown by the hardware says which of the two it is, but for old drivers.
    return Caps{any(software_power), any(software_heat | heat),
                any(brake) || (any(slowdown) && !any(heat))};
  }

  void* library_;
  bool started_ = false;
  void* device_ = nullptr;
};

}  // namespace gpujob
