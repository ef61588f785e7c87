// SPDX-License-Identifier: MIT
// Stands for NVIDIA's management library in nvml_test.cc: one GPU, whose clock is as the
// environment says.
#include <cstdlib>
#include <cstring>

// NOLINTBEGIN(readability-identifier-naming): the names are the library's
extern "C" {

int nvmlInit_v2() {
  return std::getenv("FAKE_NVML_BROKEN") == nullptr ? 0 : 999;
}

int nvmlShutdown() {
  return 0;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char* bus_id, void** device) {
  static int gpu;
  *device = &gpu;
  return std::strcmp(bus_id, "0000:01:00.0") == 0 ? 0 : 6;
}

int nvmlSystemGetDriverVersion(char* version, unsigned length) {
  std::strncpy(version, "580.159.04", length);
  return 0;
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

int nvmlDeviceGetMigMode(void* /*device*/, unsigned* /*now*/, unsigned* /*after_reboot*/) {
  return 3;  // not supported
}

int nvmlDeviceGetEnforcedPowerLimit(void* /*device*/, unsigned* milliwatts) {
  *milliwatts = 700000;
  return 0;
}

int nvmlDeviceGetCurrPcieLinkGeneration(void* /*device*/, unsigned* generation) {
  *generation = 5;
  return 0;
}

int nvmlDeviceGetPowerUsage(void* /*device*/, unsigned* milliwatts) {
  *milliwatts = 412500;
  return 0;
}

int nvmlDeviceGetTemperature(void* /*device*/, int which, unsigned* celsius) {
  *celsius = 47;
  return which == 0 ? 0 : 2;
}

/// 10 J more at each call.
int nvmlDeviceGetTotalEnergyConsumption(void* /*device*/, unsigned long long* millijoules) {
  static unsigned long long used = 0;
  *millijoules = used += 10000;
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
