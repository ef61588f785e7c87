// SPDX-License-Identifier: MIT
// Devices, errors and memory. What belongs to a device is used under its lock.
#include "backend/emulated/runtime.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "backend/emulated/settings.h"
#include "backend/emulated/state.h"

namespace emulated {

namespace {

std::mutex locked_pages_lock;
std::map<const char*, std::size_t> locked_pages;  ///< address and bytes of each registered range

thread_local Error last_error = Error::Success;
std::atomic<long> calls{0};

bool stays(Error error) {
  return static_cast<int>(error) >= 700 && static_cast<int>(error) < 900 &&
         error != Error::HostMemoryAlreadyRegistered && error != Error::HostMemoryNotRegistered;
}

Error failed(Error error) {
  if (error != Error::Success) last_error = error;
  return error;
}

/// Is [from, from + bytes) within one range of `ranges`?
bool within(const std::map<const char*, std::size_t>& ranges, const void* from, std::size_t bytes) {
  const char* begin = static_cast<const char*>(from);
  auto after = ranges.upper_bound(begin);
  if (after == ranges.begin()) return false;
  const auto& [start, size] = *--after;
  return begin + bytes <= start + size;
}

}  // namespace

DeviceState& device_state(int device) {
  static DeviceState all[kMostDevices];
  return all[device];
}

Error call(const char* name, const std::function<Error()>& body) {
  DeviceState& device = device_state(current_device);
  const std::lock_guard<std::recursive_mutex> held(device.lock);
  if (++calls == settings().fail) {
    std::fprintf(stderr, "emulated: call %ld, %s, fails\n", settings().fail, name);
    if (stays(settings().error)) device.sticky = settings().error;
    return failed(settings().error);
  }
  if (device.sticky != Error::Success) return failed(device.sticky);
  return failed(body());
}

Error GetDeviceCount(int* count) {
  return call("GetDeviceCount", [&] {
    *count = settings().devices;
    return *count > 0 ? Error::Success : Error::NoDevice;
  });
}

Error SetDevice(int device) {
  return call("SetDevice", [&] {
    if (device < 0 || device >= settings().devices || device >= kMostDevices) {
      return Error::InvalidDevice;
    }
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
    if (device < 0 || device >= settings().devices) return Error::InvalidDevice;
    const Gpu& gpu = *settings().gpu;
    *properties = {};
    (void)std::snprintf(properties->name, sizeof properties->name, "emulated %s", gpu.name);
    (void)std::snprintf(properties->gcnArchName, sizeof properties->gcnArchName, "%s",
                        gpu.architecture);
    properties->major = gpu.major;
    properties->minor = gpu.minor;
    // One, whatever the GPU has: work that is sized by it is executed here.
    properties->multiProcessorCount = 1;
    properties->totalGlobalMem = settings().memory;
    return Error::Success;
  });
}

Error DeviceGetAttribute(int* value, Attribute which, int /*device*/) {
  return call("DeviceGetAttribute", [&] {
    const Gpu& gpu = *settings().gpu;
    *value = which == Attribute::ClockRate         ? gpu.core_khz
             : which == Attribute::MemoryClockRate ? gpu.memory_khz
                                                   : gpu.cache_bytes;
    return Error::Success;
  });
}

Error DeviceGetPCIBusId(char* text, int size, int device) {
  return call("DeviceGetPCIBusId", [&] {
    (void)std::snprintf(text, static_cast<std::size_t>(size), "0000:%02x:00.0", device + 1);
    return Error::Success;
  });
}

namespace {
#if defined(__HIP__)
constexpr int kVersion = 50221153;
#else
constexpr int kVersion = 13000;
#endif
}  // namespace

Error DriverGetVersion(int* version) {
  return call("DriverGetVersion", [&] { return *version = kVersion, Error::Success; });
}

Error RuntimeGetVersion(int* version) {
  return call("RuntimeGetVersion", [&] { return *version = kVersion, Error::Success; });
}

/// Not a call that fails by itself, so it is not counted.
Error GetLastError() {
  const Error error = last_error;
  last_error = Error::Success;
  return error;
}

Error Malloc(void** address, std::size_t bytes) {
  return call("Malloc", [&] {
    if (const Error error = forbidden_in_capture(); error != Error::Success) return error;
    DeviceState& device = device_state(current_device);
    *address = nullptr;
    if (bytes == 0) return Error::Success;
    if (bytes > settings().memory - device.used) return Error::OutOfMemory;
    if (posix_memalign(address, 256, bytes) != 0) return Error::OutOfMemory;
    std::memset(*address, 0xff, bytes);
    device.memory[static_cast<const char*>(*address)] = bytes;
    device.used += bytes;
    return Error::Success;
  });
}

Error Free(void* address) {
  return call("Free", [&] {
    if (address == nullptr) return Error::Success;
    DeviceState& device = device_state(current_device);
    const auto found = device.memory.find(static_cast<const char*>(address));
    if (found == device.memory.end()) return Error::InvalidValue;
    for (Stream* stream : device.streams) do_all(*stream);
    device.used -= found->second;
    device.memory.erase(found);
    std::free(address);
    return Error::Success;
  });
}

Error HostRegister(void* address, std::size_t bytes, unsigned /*flags*/) {
  return call("HostRegister", [&] {
    const std::lock_guard<std::mutex> held(locked_pages_lock);
    const bool added = locked_pages.emplace(static_cast<const char*>(address), bytes).second;
    return added ? Error::Success : Error::HostMemoryAlreadyRegistered;
  });
}

Error HostUnregister(void* address) {
  return call("HostUnregister", [&] {
    for (Stream* stream : device_state(current_device).streams) do_all(*stream);
    const std::lock_guard<std::mutex> held(locked_pages_lock);
    const bool removed = locked_pages.erase(static_cast<const char*>(address)) == 1;
    return removed ? Error::Success : Error::HostMemoryNotRegistered;
  });
}

Error MemcpyAsync(void* to, const void* from, std::size_t bytes, CopyKind kind, Stream* stream) {
  return call("MemcpyAsync", [&] {
    const bool up = kind == CopyKind::HostToDevice;
    if (!within(device_state(stream->device).memory, up ? to : from, bytes)) {
      return Error::InvalidValue;
    }
    const void* host = up ? from : to;
    bool late = stream->captured != nullptr;
#if defined(__HIP__)
    late = true;
#endif
    if (!late) {
      const std::lock_guard<std::mutex> held(locked_pages_lock);
      late = within(locked_pages, host, bytes);
    }
    if (late) {
      put(*stream, [=] { std::memcpy(to, from, bytes); });
    } else if (up) {  // CUDA copies pageable memory to a buffer of its own before it returns
      const char* begin = static_cast<const char*>(from);
      put(*stream, [to, kept = std::vector<char>(begin, begin + bytes)] {
        std::memcpy(to, kept.data(), kept.size());
      });
    } else {
      do_all(*stream);
      std::memcpy(to, from, bytes);
    }
    return Error::Success;
  });
}

Error MemsetAsync(void* to, int value, std::size_t bytes, Stream* stream) {
  return call("MemsetAsync", [&] {
    if (!within(device_state(stream->device).memory, to, bytes)) return Error::InvalidValue;
    put(*stream, [=] { std::memset(to, value, bytes); });
    return Error::Success;
  });
}

}  // namespace emulated

/// Nothing that a GPU's driver or toolkit brings can be loaded.
extern "C" void* dlopen(const char* /*name*/, int /*flags*/) noexcept {
  return nullptr;
}
