// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "device/buffer.h"

namespace gpujob {

/// Bytes that, once moved, leave nothing in the cache of what was there before.
inline bool empties_cache(const Queue& queue, double bytes) {
  return bytes >= 4 * static_cast<double>(queue.cache_bytes());
}

/// Empties the cache, so that a run which moves `traffic` bytes finds none of them there. Does
/// nothing if `traffic` is 0 or large enough to empty the cache by itself.
class CacheFlush {
 public:
  CacheFlush(const Queue& queue, double traffic) {
    if (traffic > 0 && !empties_cache(queue, traffic)) other_ = shared(2 * queue.cache_bytes());
  }

  void run(Queue& queue) {
    if (other_) other_->poison(queue);
  }

  /// Bytes that each run overwrites.
  std::size_t bytes() const { return other_ ? other_->count() : 0; }

 private:
  using Other = Buffer<unsigned char>;

  /// Shared by all that a thread has at a time, unless it is too small: allocating memory is
  /// expensive.
  static std::shared_ptr<Other> shared(std::size_t bytes) {
    static thread_local std::weak_ptr<Other> living;
    std::shared_ptr<Other> other = living.lock();
    if (!other || other->count() < bytes) living = other = std::make_shared<Other>(bytes);
    return other;
  }

  std::shared_ptr<Other> other_;
};

}  // namespace gpujob
