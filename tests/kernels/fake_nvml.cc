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

int nvmlDeviceGetClockInfo(void* /*device*/, int which, unsigned* megahertz) {
  *megahertz = which == 0 ? 1980 : 3201;
  return which == 0 || which == 2 ? 0 : 2;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void* /*device*/, unsigned long long* reasons) {
  const char* bits = std::getenv("FAKE_NVML_REASONS");
  *reasons = bits == nullptr ? 0 : std::strtoull(bits, nullptr, 16);
  return 0;
}
}
// NOLINTEND(readability-identifier-naming)
