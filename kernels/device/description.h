// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "device/queue.h"

#if !GPUJOB_GPU
#include "device/processor.h"
#endif

namespace gpujob {

/// What a report says about the device. An empty text or no value: it could not be read.
struct Description {
  std::string model;
  std::string architecture;  ///< sm_89, gfx90a, x86_64
  int units = 1;             ///< multiprocessors, compute units, or cores used
  std::uint64_t memory_bytes = 0;
  std::string driver;
  std::string runtime;
  std::string bus_id;
  std::map<std::string, double> clocks_hz;
};

#if GPUJOB_GPU

/// An attribute of the current GPU, or nothing if the runtime does not know it.
template <class Which>
std::optional<int> attribute(Which which) {
  int value = 0;
  if (GPUJOB_API(DeviceGetAttribute)(&value, which, current_gpu()) == GPUJOB_API(Success))
    return value;
  (void)GPUJOB_API(GetLastError)();
  return std::nullopt;
}

/// Of the current GPU, which is the queue's for the thread that opened it.
inline Description describe(Queue& /*queue*/) {
#if defined(__HIP__)
  hipDeviceProp_t properties{};
  const auto core_clock = hipDeviceAttributeClockRate;
  const auto memory_clock = hipDeviceAttributeMemoryClockRate;
#else
  cudaDeviceProp properties{};
  const auto core_clock = cudaDevAttrClockRate;
  const auto memory_clock = cudaDevAttrMemoryClockRate;
#endif
  GPUJOB_CHECK(GPUJOB_API(GetDeviceProperties)(&properties, current_gpu()));
  Description device;
  device.model = properties.name;
#if defined(__HIP__)
  device.architecture = properties.gcnArchName;
#else
  device.architecture = "sm_" + std::to_string(properties.major * 10 + properties.minor);
#endif
  device.units = properties.multiProcessorCount;
  device.memory_bytes = properties.totalGlobalMem;
  int version = 0;
  GPUJOB_CHECK(GPUJOB_API(DriverGetVersion)(&version));
  device.driver = version_text(version);
  GPUJOB_CHECK(GPUJOB_API(RuntimeGetVersion)(&version));
  device.runtime = version_text(version);
  char bus_id[32] = {};
  GPUJOB_CHECK(GPUJOB_API(DeviceGetPCIBusId)(bus_id, sizeof bus_id, current_gpu()));
  device.bus_id = bus_id;
  // The runtime counts in kHz and gives the highest clock, not the current one.
  if (const auto khz = attribute(core_clock)) device.clocks_hz["core_max"] = *khz * 1e3;
  if (const auto khz = attribute(memory_clock)) device.clocks_hz["memory_max"] = *khz * 1e3;
  return device;
}

#else

inline Description describe(Queue& queue) {
  Description device;
  device.model = processor_model();
  device.architecture = processor_architecture();
  device.units = queue.pool().threads();
  device.memory_bytes = memory_bytes();
  if (const auto hz = processor_clock_hz()) device.clocks_hz["core"] = *hz;
  return device;
}

#endif

}  // namespace gpujob
