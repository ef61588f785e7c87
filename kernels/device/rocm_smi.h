// SPDX-License-Identifier: MIT
// The state of one GPU, from AMD's management library. Like NVML it is loaded at run time through
// prototypes declared here; where it is missing, or does not answer, nothing is reported. Sources:
// rocm_smi.h of ROCm 5.2, which ends with the temperatures, and of ROCm 6, which goes on; for the
// bits that mean the same on every GPU, amdgpu_smu.h of Linux.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <iterator>
#include <optional>
#include <string>

#include "device/device_state.h"
#include "device/last_cache.h"

namespace gpujob {

class RocmSmi {
 public:
  /// The GPU with this PCI bus id, as the HIP runtime gives it: "0000:c1:00.0".
  explicit RocmSmi(const std::string& bus_id, const char* library = "librocm_smi64.so")
      : library_(dlopen(library, RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) library_ = dlopen((std::string(library) + ".1").c_str(), RTLD_NOW);
    if (library_ == nullptr) return;
    const auto init = find<int (*)(std::uint64_t)>("rsmi_init");
    metrics_ = find<int (*)(std::uint32_t, Metrics*)>("rsmi_dev_gpu_metrics_info_get");
    if (init == nullptr || init(0) != 0) return;
    started_ = true;
    device_ = device_of(bus_id);
  }
  RocmSmi(const RocmSmi&) = delete;
  RocmSmi& operator=(const RocmSmi&) = delete;
  ~RocmSmi() {
    if (library_ == nullptr) return;
    const auto shut_down = find<int (*)()>("rsmi_shut_down");
    if (started_ && shut_down != nullptr) (void)shut_down();
    dlclose(library_);
  }

  DeviceState state() const {
    DeviceState state;
    const std::optional<Metrics> metrics = read();
    if (!device_) return state;
    std::uint64_t number = 0;
    const auto unique_id = find<int (*)(std::uint32_t, std::uint64_t*)>("rsmi_dev_unique_id_get");
    if (unique_id != nullptr && unique_id(*device_, &number) == 0) {
      char text[24];
      std::snprintf(text, sizeof text, "0x%016llx", static_cast<unsigned long long>(number));
      state.uuid = text;
    }
    // The first block is the memory controller: RSMI_GPU_BLOCK_UMC.
    const auto protects = find<int (*)(std::uint32_t, std::uint64_t*)>("rsmi_dev_ecc_enabled_get");
    if (protects != nullptr && protects(*device_, &number) == 0) {
      state.ecc = (number & 1) != 0 ? "on" : "off";
    }
    const auto cap =
        find<int (*)(std::uint32_t, std::uint32_t, std::uint64_t*)>("rsmi_dev_power_cap_get");
    if (cap != nullptr && cap(*device_, 0, &number) == 0) {
      state.power_limit_watts = static_cast<double>(number) * 1e-6;
    }
    state.kernel_driver = first_word("/sys/module/amdgpu/version");
    if (!metrics) return state;
    if (metrics->pcie_width != kUnknown) state.pcie_width = metrics->pcie_width;
    state.pcie_generation = generation_of(metrics->pcie_speed);
    return state;
  }

  DeviceMoment now() const {
    const std::optional<Metrics> metrics = read();
    if (!metrics) return {};
    const auto known = [](std::uint16_t value, double unit) {
      return value == kUnknown ? std::nullopt : std::optional<double>(value * unit);
    };
    DeviceMoment now;
    now.core_hz = known(metrics->current_gfxclk, 1e6);
    now.memory_hz = known(metrics->current_uclk, 1e6);
    now.watts = known(metrics->socket_power, 1);
    now.celsius = known(metrics->temperatures[1], 1);
    if (metrics->energy != ~std::uint64_t{0} && metrics->content_revision >= 1) {
      now.joules = static_cast<double>(metrics->energy) / 65536;
    }
    now.caps = caps_of(*metrics);
    return now;
  }

  /// Is the clock held down because of heat or by the board?
  bool throttled() const {
    const std::optional<Metrics> metrics = read();
    return metrics && caps_of(*metrics).value_or(Caps{}).throttled();
  }

 private:
  /// rsmi_gpu_metrics_t: the fields that are read, and room for what any version writes behind
  /// them.
  struct Metrics {
    std::uint16_t structure_size;
    std::uint8_t format_revision, content_revision;
    std::uint16_t temperatures[6];  ///< of the edge, the hottest spot, the memory, the supplies
    std::uint16_t use[3], socket_power;
    std::uint64_t energy;  ///< 2^-16 J
    std::uint64_t system_clock_counter;
    std::uint16_t average_clocks[7];
    std::uint16_t current_gfxclk, current_socclk, current_uclk, current_video_clocks[4];
    std::uint32_t throttle_status;
    std::uint16_t fan_speed, pcie_width, pcie_speed;  ///< the last in 0.1 GT/s
    std::uint32_t activities[2];
    std::uint16_t temperatures_hbm[4];
    std::uint64_t firmware_timestamp;
    std::uint16_t voltages[3];
    std::uint64_t indep_throttle_status;  ///< since content revision 3
    std::uint16_t others[2048];
  };
  static_assert(offsetof(Metrics, indep_throttle_status) == 112);

  static constexpr std::uint16_t kUnknown = 0xFFFF;

  /// As with NVML, a limit of power or current (bits 0 to 31) is told from heat and the board.
  static std::optional<Caps> caps_of(const Metrics& metrics) {
    constexpr std::uint64_t unknown = ~std::uint64_t{0}, power = 0xFFFFFFFF,
                            heat = std::uint64_t{0xFFF} << 32, board = std::uint64_t{0xF} << 44;
    const std::uint64_t bits = metrics.indep_throttle_status;
    if (metrics.content_revision < 3 || bits == unknown) return std::nullopt;
    return Caps{(bits & power) != 0, (bits & heat) != 0, (bits & board) != 0};
  }

  static double generation_of(std::uint16_t speed) {
    constexpr std::uint16_t speeds[] = {25, 50, 80, 160, 320, 640};
    for (std::size_t k = 0; k < std::size(speeds); ++k) {
      if (speed == speeds[k]) return static_cast<double>(k + 1);
    }
    return -1;
  }

  /// The device's metrics, in the only format of GPUs with their own memory.
  std::optional<Metrics> read() const {
    Metrics metrics{};
    if (!device_ || metrics_ == nullptr || metrics_(*device_, &metrics) != 0) return std::nullopt;
    if (metrics.format_revision != 1) return std::nullopt;
    return metrics;
  }

  std::optional<std::uint32_t> device_of(const std::string& bus_id) const {
    const auto count_devices = find<int (*)(std::uint32_t*)>("rsmi_num_monitor_devices");
    const auto pci_id = find<int (*)(std::uint32_t, std::uint64_t*)>("rsmi_dev_pci_id_get");
    const std::optional<std::uint64_t> wanted = number_of(bus_id);
    std::uint32_t count = 0;
    if (!wanted || count_devices == nullptr || pci_id == nullptr || count_devices(&count) != 0) {
      return std::nullopt;
    }
    for (std::uint32_t device = 0; device < count; ++device) {
      std::uint64_t id = 0;
      if (pci_id(device, &id) == 0 && id == *wanted) return device;
    }
    return std::nullopt;
  }

  /// "0000:c1:00.0" as the library counts: domain << 32 | bus << 8 | device << 3 | function.
  static std::optional<std::uint64_t> number_of(const std::string& bus_id) {
    std::uint64_t number[4] = {};
    const char* at = bus_id.c_str();
    for (int part = 0; part < 4; ++part) {
      char* end = nullptr;
      number[part] = std::strtoull(at, &end, 16);
      if (end == at || (part < 3 && *end != (part < 2 ? ':' : '.'))) return std::nullopt;
      at = end + 1;
    }
    return number[0] << 32 | number[1] << 8 | number[2] << 3 | number[3];
  }

  template <class Function>
  Function find(const char* name) const {
    return reinterpret_cast<Function>(dlsym(library_, name));
  }

  void* library_;
  bool started_ = false;
  std::optional<std::uint32_t> device_;
  int (*metrics_)(std::uint32_t device, Metrics* metrics) = nullptr;
};

}  // namespace gpujob
