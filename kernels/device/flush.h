// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "device/buffer.h"
#include "device/last_cache.h"

namespace gpujob {

/// Bytes of the cache before the memory of the device.
inline std::size_t device_cache_bytes() {
#if GPUJOB_GPU
#if defined(__HIP__)
  constexpr auto which = hipDeviceAttributeL2CacheSize;
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
#else
  return last_cache_bytes();
#endif
}

/// So much that, once it has moved, nothing of what was there before is left in the cache.
inline bool empties_cache(double bytes) {
  return bytes >= 4 * static_cast<double>(device_cache_bytes());
}

/// Empties the cache, so that a run which moves `traffic` bytes finds none of them there. Does
/// nothing for traffic that empties it by itself, and for none.
class CacheFlush {
 public:
  CacheFlush(Queue& /*queue*/, double traffic) {
    if (traffic > 0 && !empties_cache(traffic)) other_ = shared(2 * device_cache_bytes());
  }

  void run(Queue& queue) {
    if (other_) other_->poison(queue);
  }

 private:
  using Other = Buffer<unsigned char>;

  /// One for all of a thread that live at the same time: memory is expensive to come by, and a
  /// thread has one device.
  static std::shared_ptr<Other> shared(std::size_t bytes) {
    static thread_local std::weak_ptr<Other> living;
    std::shared_ptr<Other> other = living.lock();
    if (!other) living = other = std::make_shared<Other>(bytes);
    return other;
  }

  std::shared_ptr<Other> other_;
};

}  // namespace gpujob
