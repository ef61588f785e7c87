// SPDX-License-Identifier: MIT
// Stands for NVIDIA's management library in nvml_test.cc and emulated_conditions_test.py: one GPU,
// or as many as the environment says, whose clocks are as it says, too. An old one lacks a call.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

struct Gpu {
  std::atomic<unsigned long long> millijoules{0};
};
Gpu gpus[9];

int count_of_gpus() {
  const char* count = std::getenv("FAKE_NVML_GPUS");
  return count == nullptr ? 1 : std::atoi(count);
}

unsigned index_of(void* device) {
  return static_cast<unsigned>(static_cast<Gpu*>(device) - gpus);
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): the names are the library's
extern "C" {

int nvmlInit_v2() {
  return std::getenv("FAKE_NVML_BROKEN") == nullptr ? 0 : 999;
}

int nvmlShutdown() {
  return 0;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char* bus_id, void** device) {
  for (int index = 0; index < count_of_gpus(); ++index) {
    *device = &gpus[index];
    if (bus_id == "0000:0" + std::to_string(index + 1) + ":00.0") return 0;
  }
  return 6;
}

int nvmlSystemGetDriverVersion(char* version, unsigned length) {
  std::strncpy(version, "580.159.04", length);
  return std::getenv("FAKE_NVML_NAMELESS") == nullptr ? 0 : 999;
}

int nvmlDeviceGetUUID(void* /*device*/, char* uuid, unsigned length) {
  std::strncpy(uuid, "GPU-a8182ded", length);
  return 0;
}

int nvmlDeviceGetEccMode(void* /*device*/, unsigned* now, unsigned* after_reboot) {
  *now = 1;
  *after_reboot = 0;
  return 0;
}

/// Not supported unless the environment says 0 or 1.
int nvmlDeviceGetMigMode(void* /*device*/, unsigned* now, unsigned* after_reboot) {
  const char* mode = std::getenv("FAKE_NVML_MIG");
  if (mode == nullptr) return 3;
  *now = mode[0] == '1' ? 1 : 0;
  *after_reboot = 1 - *now;
  return 0;
}

int nvmlDeviceGetEnforcedPowerLimit(void* /*device*/, unsigned* milliwatts) {
  *milliwatts = 700000;
  return 0;
}

int nvmlDeviceGetCurrPcieLinkGeneration(void* /*device*/, unsigned* generation) {
  *generation = 5;
  return 0;
}

#if !defined(FAKE_OLD_NVML)
int nvmlDeviceGetCurrPcieLinkWidth(void* /*device*/, unsigned* lanes) {
  *lanes = 8;
  return 0;
}
#endif

int nvmlDeviceGetPowerUsage(void* /*device*/, unsigned* milliwatts) {
  *milliwatts = 412500;
  return 0;
}

/// A degree more at each further GPU.
int nvmlDeviceGetTemperature(void* device, int which, unsigned* celsius) {
  *celsius = 47 + index_of(device);
  return which == 0 ? 0 : 2;
}

/// 10 J more at each call.
int nvmlDeviceGetTotalEnergyConsumption(void* device, unsigned long long* millijoules) {
  *millijoules = static_cast<Gpu*>(device)->millijoules += 10000;
  return 0;
}

int nvmlDeviceGetClockInfo(void* /*device*/, int which, unsigned* megahertz) {
  *megahertz = which == 1 ? 1980 : 3201;
  return which == 1 || which == 2 ? 0 : 2;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void* /*device*/, unsigned long long* reasons) {
  const char* bits = std::getenv("FAKE_NVML_REASONS");
  *reasons = bits == nullptr ? 0 : std::strtoull(bits, nullptr, 16);
  return 0;
}
}
// NOLINTEND(readability-identifier-naming)
