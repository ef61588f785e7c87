// SPDX-License-Identifier: MIT
// The present state of one GPU, from AMD's management library: its clocks, and whether they are
// held down. Like NVML it is loaded at run time through prototypes declared here; where it is
// missing, or does not answer, nothing is reported. Sources: rocm_smi.h of ROCm 5.2, which ends
// with the temperatures, and of ROCm 6, which goes on; for the bits that mean the same on every
// GPU, amdgpu_smu.h of Linux.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <optional>
#include <string>

namespace gpujob {

class RocmSmi {
 public:
  enum class Clock { Core, Memory };

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

  std::optional<double> clock_hz(Clock clock) const {
    constexpr std::uint16_t unknown = 0xFFFF;
    const std::optional<Metrics> metrics = read();
    if (!metrics) return std::nullopt;
    const std::uint16_t megahertz =
        clock == Clock::Core ? metrics->current_gfxclk : metrics->current_uclk;
    if (megahertz == unknown) return std::nullopt;
    return megahertz * 1e6;
  }

  /// Is the clock held down because of heat or by the board? As with NVML, a power limit (bits 0 to
  /// 31) does not count.
  bool throttled() const {
    constexpr std::uint64_t unknown = ~std::uint64_t{0}, heat = std::uint64_t{0xFFFF} << 32;
    const std::optional<Metrics> metrics = read();
    return metrics && metrics->content_revision >= 3 && metrics->indep_throttle_status != unknown &&
           (metrics->indep_throttle_status & heat) != 0;
  }

 private:
  /// rsmi_gpu_metrics_t: the fields that are read, and room for what any version writes behind
  /// them.
  struct Metrics {
    std::uint16_t structure_size;
    std::uint8_t format_revision, content_revision;
    std::uint16_t temperatures_activities_power[10];
    std::uint64_t energy_accumulator, system_clock_counter;
    std::uint16_t average_clocks[7];
    std::uint16_t current_gfxclk, current_socclk, current_uclk, current_video_clocks[4];
    std::uint32_t throttle_status;
    std::uint16_t fan_and_link[3];
    std::uint32_t activities[2];
    std::uint16_t temperatures_hbm[4];
    std::uint64_t firmware_timestamp;
    std::uint16_t voltages[3];
    std::uint64_t indep_throttle_status;  ///< since content revision 3
    std::uint16_t others[2048];
  };
  static_assert(offsetof(Metrics, indep_throttle_status) == 112);

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
