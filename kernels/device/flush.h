// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "device/buffer.h"

namespace gpujob {

/// So much that, once it has moved, nothing of what was there before is left in the cache.
inline bool empties_cache(const Queue& queue, double bytes) {
  return bytes >= 4 * static_cast<double>(queue.cache_bytes());
}

/// Empties the cache, so that a run which moves `traffic` bytes finds none of them there. Does
/// nothing for traffic that empties it by itself, and for none.
class CacheFlush {
 public:
  CacheFlush(const Queue& queue, double traffic) {
    if (traffic > 0 && !empties_cache(queue, traffic)) other_ = shared(2 * queue.cache_bytes());
  }

  void run(Queue& queue) {
    if (other_) other_->poison(queue);
  }

  /// How many each run overwrites.
  std::size_t bytes() const { return other_ ? other_->count() : 0; }

 private:
  using Other = Buffer<unsigned char>;

  /// One for all of a thread that live at the same time, unless it is too small: memory is
  /// expensive to come by.
  static std::shared_ptr<Other> shared(std::size_t bytes) {
    static thread_local std::weak_ptr<Other> living;
    std::shared_ptr<Other> other = living.lock();
    if (!other || other->count() < bytes) living = other = std::make_shared<Other>(bytes);
    return other;
  }

  std::shared_ptr<Other> other_;
};

}  // namespace gpujob
