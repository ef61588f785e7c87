// SPDX-License-Identifier: MIT
// Devices, and what every call begins with.
#include <atomic>
#include <cstdio>
#include <mutex>

#include "backend/emulated/faults.h"
#include "backend/emulated/runtime.h"
#include "backend/emulated/settings.h"
#include "backend/emulated/state.h"

namespace emulated {

namespace {

std::recursive_mutex lock;
std::atomic<long> calls{0};
thread_local Error last_error = Error::Success;

bool stays(Error error) {
  return static_cast<int>(error) >= 700 && static_cast<int>(error) < 900 &&
         error != Error::HostMemoryAlreadyRegistered && error != Error::HostMemoryNotRegistered;
}

Error failed(Error error) {
  if (error != Error::Success) last_error = error;
  return error;
}

bool exists(int device) {
  return device >= 0 && device < settings().devices && device < kMostDevices;
}

}  // namespace

DeviceState& device_state(int device) {
  static DeviceState all[kMostDevices];
  return all[device];
}

Error call(const char* name, const std::function<Error()>& body, Waits waits) {
  const long to_fail = call_to_fail();
  const bool fails = is_child_to_fail(calls + 1);
  const std::lock_guard<std::recursive_mutex> held(lock);
  DeviceState& device = device_state(current_device);
  ++calls;
  if (calls == settings().skip) {
    std::fprintf(stderr, "emulated: call %ld, %s, does nothing\n", calls.load(), name);
    return Error::Success;
  }
  if (fails || calls == to_fail) {
    tell_failure(calls, name);
    if (waits == Waits::Yes) (void)body();
    if (stays(settings().error)) device.sticky = settings().error;
    return failed(settings().error);
  }
  ++device.ticks;
  if (device.sticky != Error::Success) return failed(device.sticky);
  const Error error = body();
  if (settings().early > 0) do_early(current_device);
  return failed(error);
}

Error GetDeviceCount(int* count) {
  return call("GetDeviceCount", [&] {
    if (settings().driver < kToolkit) return Error::InsufficientDriver;
    *count = settings().devices;
    return *count > 0 ? Error::Success : Error::NoDevice;
  });
}

Error SetDevice(int device) {
  return call("SetDevice", [&] {
    if (!exists(device)) return Error::InvalidDevice;
    current_device = device;
    return Error::Success;
  });
}

Error GetDevice(int* device) {
  return call("GetDevice", [&] {
    *device = current_device;
    return Error::Success;
  });
}

Error GetDeviceProperties(Properties* properties, int device) {
  return call("GetDeviceProperties", [&] {
    if (!exists(device)) return Error::InvalidDevice;
    const Gpu& gpu = *settings().gpu;
    *properties = {};
    (void)std::snprintf(properties->name, sizeof properties->name, "emulated %s", gpu.name.c_str());
    (void)std::snprintf(properties->gcnArchName, sizeof properties->gcnArchName, "%s",
                        gpu.architecture.c_str());
    properties->major = gpu.major;
    properties->minor = gpu.minor;
    properties->multiProcessorCount = gpu.units;
    properties->totalGlobalMem = settings().memory;
    return Error::Success;
  });
}

Error DeviceGetAttribute(int* value, Attribute which, int device) {
  return call("DeviceGetAttribute", [&] {
    if (!exists(device)) return Error::InvalidDevice;
    const Gpu& gpu = *settings().gpu;
    switch (which) {
      case Attribute::ClockRate:
        *value = gpu.core_khz;
        break;
      case Attribute::MemoryClockRate:
        *value = 0;
        break;
      case Attribute::L2CacheSize:
        *value = gpu.cache_bytes;
        break;
      case Attribute::WarpSize:
        *value = gpu.warp;
        break;
      case Attribute::MaxSharedMemoryPerBlock:
        *value = gpu.shared_bytes;
        break;
      case Attribute::MaxSharedMemoryPerBlockOptin:
        *value = gpu.shared_optin_bytes;
        break;
    }
    return *value > 0 ? Error::Success : Error::InvalidValue;
  });
}

Error DeviceGetPCIBusId(char* text, int size, int device) {
  return call("DeviceGetPCIBusId", [&] {
    if (!exists(device)) return Error::InvalidDevice;
    (void)std::snprintf(text, static_cast<std::size_t>(size), "0000:%02x:00.0", device + 1);
    return Error::Success;
  });
}

Error DriverGetVersion(int* version) {
  return call("DriverGetVersion", [&] { return *version = settings().driver, Error::Success; });
}

Error RuntimeGetVersion(int* version) {
  return call("RuntimeGetVersion", [&] { return *version = kToolkit, Error::Success; });
}

/// Not a call that fails by itself, so it is not counted.
Error GetLastError() {
  const Error error = last_error;
  last_error = Error::Success;
  return error;
}

}  // namespace emulated
