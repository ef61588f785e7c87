// SPDX-License-Identifier: MIT
// Memory of devices, locked memory of the host, and copies between them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "backend/emulated/runtime.h"
#include "backend/emulated/settings.h"
#include "backend/emulated/state.h"

namespace emulated {

namespace {

using Ranges = std::map<const char*, std::size_t>;

Ranges locked_pages;  ///< address and bytes of each registered range
Ranges mapped_pages;  ///< of those that kernels reach

/// Is [from, from + bytes) within one range of `ranges`?
bool within(const Ranges& ranges, const void* from, std::size_t bytes) {
  const char* begin = static_cast<const char*>(from);
  auto after = ranges.upper_bound(begin);
  if (after == ranges.begin()) return false;
  const auto& [start, size] = *--after;
  return begin + bytes <= start + size;
}

constexpr std::size_t kPage = 4096, kPatternBytes = std::size_t{256} << 10;

/// A file of so many bytes of ones, or -1.
int pattern_file() {
  static const int file = [] {
    const int made = memfd_create("emulated", MFD_CLOEXEC);
    if (made < 0 || ftruncate(made, kPatternBytes) != 0) return -1;
    void* at = mmap(nullptr, kPatternBytes, PROT_WRITE, MAP_SHARED, made, 0);
    if (at == MAP_FAILED) return -1;
    std::memset(at, 0xff, kPatternBytes);
    (void)munmap(at, kPatternBytes);
    return made;
  }();
  return file;
}

/// Bytes of ones. Whole pages of large memory, most of which is there to empty a cache that is not
/// there, become a file's pages, which are copied when they are written: no time goes into them.
void fill_with_ones(char* at, std::size_t bytes) {
  char* const end = at + bytes;
  if (bytes >= 4 * kPatternBytes) {
    const std::size_t first = kPage - reinterpret_cast<std::uintptr_t>(at) % kPage;
    std::memset(at, 0xff, first);
    at += first;
    while (end - at >= static_cast<std::ptrdiff_t>(kPage)) {
      const std::size_t pages = static_cast<std::size_t>(end - at) / kPage * kPage;
      const std::size_t part = std::min(pages, kPatternBytes);
      void* mapped =
          mmap(at, part, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, pattern_file(), 0);
      if (mapped == MAP_FAILED) break;
      at += part;
    }
  }
  std::memset(at, 0xff, static_cast<std::size_t>(end - at));
}

void fill(void* to, int value, std::size_t bytes) {
  if ((value & 0xff) == 0xff) {
    fill_with_ones(static_cast<char*>(to), bytes);
  } else {
    std::memset(to, value, bytes);
  }
}

/// Memory that is only an address when nothing runs.
void* allocate(std::size_t bytes) {
  if (settings().dry) {
    void* at = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? nullptr : at;
  }
  void* at = nullptr;
  if (posix_memalign(&at, 256, bytes) != 0) return nullptr;
  fill(at, 0xff, bytes);
  return at;
}

void release(void* address, std::size_t bytes) {
  if (settings().dry) {
    (void)munmap(address, bytes);
  } else {
    std::free(address);
  }
}

}  // namespace

Error Malloc(void** address, std::size_t bytes) {
  return call("Malloc", [&] {
    if (const Error error = forbidden_in_capture(); error != Error::Success) return error;
    DeviceState& device = device_state(current_device);
    *address = nullptr;
    if (bytes == 0) return Error::Success;
    if (bytes > settings().memory - device.used) return Error::OutOfMemory;
    *address = allocate(bytes);
    if (*address == nullptr) return Error::OutOfMemory;
    device.memory[static_cast<const char*>(*address)] = bytes;
    device.used += bytes;
    return Error::Success;
  });
}

Error Free(void* address) {
  return call("Free", [&] {
    if (const Error error = forbidden_in_capture(); error != Error::Success) return error;
    if (address == nullptr) return Error::Success;
    for (int d = 0; d < kMostDevices; ++d) {
      DeviceState& device = device_state(d);
      const auto found = device.memory.find(static_cast<const char*>(address));
      if (found == device.memory.end()) continue;
      do_all_of_device(d);
      device.used -= found->second;
      release(address, found->second);
      device.memory.erase(found);
      return Error::Success;
    }
    return Error::InvalidValue;
  });
}

Error HostRegister(void* address, std::size_t bytes, unsigned flags) {
  return call("HostRegister", [&] {
    const bool added = locked_pages.emplace(static_cast<const char*>(address), bytes).second;
    if (!added) return Error::HostMemoryAlreadyRegistered;
    if ((flags & kMapped) != 0) mapped_pages.emplace(static_cast<const char*>(address), bytes);
    return Error::Success;
  });
}

Error HostUnregister(void* address) {
  return call("HostUnregister", [&] {
    do_all_of_device(current_device);
    mapped_pages.erase(static_cast<const char*>(address));
    const bool removed = locked_pages.erase(static_cast<const char*>(address)) == 1;
    return removed ? Error::Success : Error::HostMemoryNotRegistered;
  });
}

Error HostGetDevicePointer(void** on_device, void* address, unsigned /*flags*/) {
  return call("HostGetDevicePointer", [&] {
    if (!within(mapped_pages, address, 1)) return Error::InvalidValue;
    *on_device = address;
    return Error::Success;
  });
}

namespace {

/// May a copy from or to `host` happen later than the call?
bool is_late(const Stream& stream, const void* host, std::size_t bytes) {
#if defined(__HIP__)
  (void)stream, (void)host, (void)bytes;
  return true;
#else
  return stream.captured != nullptr || within(locked_pages, host, bytes);
#endif
}

}  // namespace

Error MemcpyAsync(void* to, const void* from, std::size_t bytes, CopyKind kind, Stream* stream) {
  return call("MemcpyAsync", [&] {
    if (bytes == 0) return Error::Success;
    const bool up = kind == CopyKind::HostToDevice;
    if (!within(device_state(stream->device).memory, up ? to : from, bytes)) {
      return Error::InvalidValue;
    }
    if (is_late(*stream, up ? from : to, bytes)) {
      put(*stream, [=] { std::memcpy(to, from, bytes); });
    } else if (up) {  // CUDA copies pageable memory to a buffer of its own before it returns
      const char* begin = static_cast<const char*>(from);
      put(*stream, [to, kept = std::vector<char>(begin, begin + bytes)] {
        std::memcpy(to, kept.data(), kept.size());
      });
    } else {
      put(*stream, [=] { std::memcpy(to, from, bytes); });
      do_all(*stream);
    }
    return device_state(stream->device).sticky;
  });
}

Error MemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes) {
  return call("MemcpyToSymbol", [&] {
    if (const Error error = forbidden_in_capture(); error != Error::Success) return error;
    do_all_of_device(current_device);
    if (!settings().dry) std::memcpy(const_cast<void*>(symbol), from, bytes);
    return device_state(current_device).sticky;
  });
}

Error MemsetAsync(void* to, int value, std::size_t bytes, Stream* stream) {
  return call("MemsetAsync", [&] {
    if (bytes == 0) return Error::Success;
    if (!within(device_state(stream->device).memory, to, bytes)) return Error::InvalidValue;
    put(*stream, [=] { fill(to, value, bytes); });
    return Error::Success;
  });
}

}  // namespace emulated

/// Nothing that a GPU's driver or toolkit brings can be loaded, but for stand-ins of them.
extern "C" void* dlopen(const char* name, int flags) noexcept {
  const std::string& folder = emulated::settings().libraries;
  if (folder.empty() || name == nullptr || std::strchr(name, '/') != nullptr) return nullptr;
  static const auto load =
      reinterpret_cast<void* (*)(const char*, int)>(dlsym(RTLD_NEXT, "dlopen"));
  return load((folder + "/" + name).c_str(), flags);
}

/// What the system tells of a GPU or its driver is read from a stand-in of its files, or is not
/// there.
extern "C" std::FILE* fopen(const char* name, const char* mode) {
  static const auto open =
      reinterpret_cast<std::FILE* (*)(const char*, const char*)>(dlsym(RTLD_NEXT, "fopen"));
  const std::string path = name;
  if (path.rfind("/sys/bus/", 0) != 0 && path.rfind("/sys/module/", 0) != 0) {
    return open(name, mode);
  }
  const std::string& folder = emulated::settings().sys;
  return folder.empty() ? nullptr : open((folder + path.substr(4)).c_str(), mode);
}
