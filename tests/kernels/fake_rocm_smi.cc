// SPDX-License-Identifier: MIT
// Stands for AMD's management library in rocm_smi_test.cc: two GPUs, whose metrics lie where
// rocm_smi.h of ROCm 6 has them, which writes more behind. In emulated_conditions_test.py: eight,
// from the bus on that the environment says, each of which takes 10 J more at each look.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

constexpr std::size_t kHotspotAt = 6, kPowerAt = 22, kEnergyAt = 24, kGfxclkAt = 54, kUclkAt = 58,
                      kLinkWidthAt = 74, kLinkSpeedAt = 76, kThrottleAt = 112, kBytes = 1024;

template <class Number>
void put(unsigned char* at, Number value) {
  std::memcpy(at, &value, sizeof value);
}

unsigned char from_environment(const char* name, unsigned char otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : static_cast<unsigned char>(std::atoi(value));
}

/// Of the first of eight; 0: there are two.
unsigned first_bus() {
  return from_environment("FAKE_ROCM_SMI_FIRST_BUS", 0);
}

}  // namespace

extern "C" {

int rsmi_init(std::uint64_t /*flags*/) {
  return std::getenv("FAKE_ROCM_SMI_BROKEN") == nullptr ? 0 : 8;
}

int rsmi_shut_down() {
  return 0;
}

int rsmi_num_monitor_devices(std::uint32_t* count) {
  *count = first_bus() == 0 ? 2 : 8;
  return 0;
}

int rsmi_dev_pci_id_get(std::uint32_t device, std::uint64_t* id) {
  *id = (device == 0 ? 0xC1ULL : 0xC6ULL) << 8;
  if (first_bus() != 0) *id = std::uint64_t{first_bus() + device} << 8;
  return 0;
}

int rsmi_dev_unique_id_get(std::uint32_t /*device*/, std::uint64_t* id) {
  *id = 0x00C0FFEE00C0FFEE;
  return 0;
}

int rsmi_dev_ecc_enabled_get(std::uint32_t device, std::uint64_t* blocks) {
  *blocks = device == 0 ? 0x5 : 0x4;  // memory and cores, cores alone
  return 0;
}

int rsmi_dev_power_cap_get(std::uint32_t /*device*/, std::uint32_t sensor,
                           std::uint64_t* microwatts) {
  *microwatts = 560'000'000;
  return sensor == 0 ? 0 : 1;
}

int rsmi_dev_gpu_metrics_info_get(std::uint32_t device, void* metrics) {
  auto* at = static_cast<unsigned char*>(metrics);
  std::memset(at, 0xFF, kBytes);
  at[2] = from_environment("FAKE_ROCM_SMI_FORMAT", 1);
  at[3] = from_environment("FAKE_ROCM_SMI_CONTENT", 3);
  if (device == 1 && first_bus() == 0) return 0;  // knows none of its clocks
  static std::atomic<std::uint64_t> looks[8];
  const std::uint64_t joules = 3 + (first_bus() == 0 ? 0 : 10 * ++looks[device]);
  put<std::uint16_t>(at + kHotspotAt, static_cast<std::uint16_t>(61 + device));
  put<std::uint16_t>(at + kPowerAt, 310);
  put(at + kEnergyAt, joules << 16);
  put<std::uint16_t>(at + kLinkWidthAt, 16);
  put<std::uint16_t>(at + kLinkSpeedAt, 160);
  put<std::uint16_t>(at + kGfxclkAt, 1700);
  put<std::uint16_t>(at + kUclkAt, 1600);
  put(at + kThrottleAt, std::uint64_t{1} << from_environment("FAKE_ROCM_SMI_THROTTLER", 0));
  return 0;
}
}
