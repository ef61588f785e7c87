// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "device/error.h"
#include "device/macros.h"

#if !GPUJOB_GPU
#include <algorithm>
#include <memory>

#include "device/cores.h"
#include "device/isa.h"
#include "device/last_cache.h"
#include "device/pool.h"
#endif

namespace gpujob {

class Queue;

/// One of the devices that a process uses side by side: the visible GPU of that number; on CPUs one
/// of `of` groups of cores. GPU calls of a thread go to the device whose queue it opened last.
struct Device {
  int index = 0;
  int of = 1;
};

/// Opens another queue for the device of `queue`.
struct SameDevice {
  Queue& queue;
};

#if GPUJOB_GPU

/// Why the toolkit of this program has no driver that is new enough, and what to do about it.
inline std::string driver_problem() {
  int driver = 0, made_with = 0;
  ignore(GPUJOB_API(DriverGetVersion)(&driver));
  ignore(GPUJOB_API(RuntimeGetVersion)(&made_with));
  if (driver == 0) {
    return "no driver is here; run it on a node with a GPU, which a login node may not have";
  }
  return "the driver supports " GPUJOB_STACK " " + version_text(driver) +
         ", this program was built with " + version_text(made_with) +
         "; build it with an older toolkit, or ask for a newer driver";
}

/// GPUs that this process sees. Throws NoDevice without a GPU or its driver.
inline int visible_gpus() {
  int count = 0;
  const ApiError status = GPUJOB_API(GetDeviceCount)(&count);
  if (status == GPUJOB_API(Success) && count > 0) return count;
  if (status == GPUJOB_API(ErrorInsufficientDriver)) {
    (void)GPUJOB_API(GetLastError)();
    throw NoDevice("no " GPUJOB_BACKEND_NAME " device (" + driver_problem() + ")");
  }
  throw NoDevice(
      std::string("no " GPUJOB_BACKEND_NAME " device (") +
      (status == GPUJOB_API(Success) ? "none is visible" : GPUJOB_API(GetErrorString)(status)) +
      ")");
}

#if defined(__HIP__)
/// Bytes of the Infinity Cache of GPUs that have one, behind the level 2 cache, which is all that
/// the runtime tells of: AMD, "AMD GPU specifications" of the ROCm documentation, for the largest
/// GPU of each architecture. `architecture` may end in features, as in gfx942:xnack-.
inline std::size_t infinity_cache_bytes(const std::string& architecture) {
  constexpr struct {
    const char* architecture;
    std::size_t mebibytes;
  } rows[] = {{"gfx942", 256}, {"gfx950", 256}, {"gfx1030", 128}, {"gfx1100", 96}};
  const std::string plain = architecture.substr(0, architecture.find(':'));
  for (const auto& row : rows) {
    if (plain == row.architecture) return row.mebibytes << 20;
  }
  return 0;
}
#endif

/// The GPU that calls of this thread go to.
inline int current_gpu() {
  int index = 0;
  GPUJOB_CHECK(GPUJOB_API(GetDevice)(&index));
  return index;
}

/// Work for one visible GPU, done in the order it is given. Opening it makes the context.
class Queue {
 public:
  /// Throws NoDevice if that GPU is missing.
  explicit Queue(Device device = {}) {
    const int count = visible_gpus();
    if (device.index >= count) {
      throw NoDevice("no " GPUJOB_BACKEND_NAME " device " + std::to_string(device.index) + " (" +
                     std::to_string(count) + (count == 1 ? " is" : " are") + " visible)");
    }
    GPUJOB_CHECK(GPUJOB_API(SetDevice)(device.index));
    GPUJOB_CHECK(GPUJOB_API(StreamCreate)(&stream_));
  }
  /// Another queue for the same device: the work of the two may overlap.
  explicit Queue(SameDevice /*other*/) { GPUJOB_CHECK(GPUJOB_API(StreamCreate)(&stream_)); }
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  ~Queue() { ignore(GPUJOB_API(StreamDestroy)(stream_)); }

  GPUJOB_API(Stream_t) stream() const { return stream_; }

  int repeats =
      1;  ///< runs in a row that are timed as one: what they are held against repeats, too

  /// Bytes of the cache before the memory of the GPU.
  std::size_t cache_bytes() const {
#if defined(__HIP__)
    constexpr auto which = hipDeviceAttributeL2CacheSize;
    hipDeviceProp_t properties{};
    GPUJOB_CHECK(GPUJOB_API(GetDeviceProperties)(&properties, current_gpu()));
    const std::size_t behind = infinity_cache_bytes(properties.gcnArchName);
    if (behind > 0) return behind;
#else
    constexpr auto which = cudaDevAttrL2CacheSize;
#endif
    int bytes = 0;
    if (GPUJOB_API(DeviceGetAttribute)(&bytes, which, current_gpu()) == GPUJOB_API(Success) &&
        bytes > 0) {
      return static_cast<std::size_t>(bytes);
    }
    (void)GPUJOB_API(GetLastError)();
    return std::size_t{64} << 20;
  }

  /// Returns when all work given so far is done; throws if any of it failed.
  void wait() {
    GPUJOB_CHECK(GPUJOB_API(StreamSynchronize)(stream_));
  }

 private:
  GPUJOB_API(Stream_t) stream_ = nullptr;
};

#else

/// Work for the cores this process may use, or a group of them, done in the order it is given and
/// before returning. Groups are of the same size, as GPUs are.
class Queue {
 public:
  explicit Queue(Device device = {})
      : isa_(choose_isa()),
        cache_bytes_(
            std::max<std::size_t>(last_cache_bytes() / static_cast<std::size_t>(device.of), 1)),
        pool_(std::make_shared<Pool>(allowed_cores() / device.of)) {}
  /// Another queue for the same cores.
  explicit Queue(SameDevice other)
      : isa_(other.queue.isa_), cache_bytes_(other.queue.cache_bytes_), pool_(other.queue.pool_) {}

  int repeats =
      1;  ///< runs in a row that are timed as one: what they are held against repeats, too

  Isa isa() const { return isa_; }
  /// Bytes of the caches before the memory that are this group's: all groups work at a time.
  std::size_t cache_bytes() const { return cache_bytes_; }
  Pool& pool() { return *pool_; }
  void wait() {}

 private:
  Isa isa_;
  std::size_t cache_bytes_;
  std::shared_ptr<Pool> pool_;
};

#endif

}  // namespace gpujob
