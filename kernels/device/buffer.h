// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>

#include "device/memory.h"
#include "device/queue.h"

namespace gpujob {

/// `count` values of T in the memory of the device. Copies run in the queue's order and return when
/// the values have arrived.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit Buffer(std::size_t count) : count_(count) {
#if GPUJOB_GPU
    void* address = nullptr;
    GPUJOB_CHECK(GPUJOB_API(Malloc)(&address, bytes()));
    data_.reset(static_cast<T*>(address));
#else
    data_.reset(static_cast<T*>(host_allocate(bytes())));
#endif
  }

  T* data() {
    return data_.get();
  }
  const T* data() const {
    return data_.get();
  }
  std::size_t count() const {
    return count_;
  }
  std::size_t bytes() const {
    return count_ * sizeof(T);
  }

  void from_host(Queue& queue, const T* from) {
#if GPUJOB_GPU
    GPUJOB_CHECK(GPUJOB_API(MemcpyAsync)(data(), from, bytes(), GPUJOB_API(MemcpyHostToDevice),
                                         queue.stream()));
    queue.wait();
#else
    (void)queue;
    std::memcpy(data(), from, bytes());
#endif
  }

  void to_host(Queue& queue, T* to) const {
#if GPUJOB_GPU
    GPUJOB_CHECK(GPUJOB_API(MemcpyAsync)(to, data(), bytes(), GPUJOB_API(MemcpyDeviceToHost),
                                         queue.stream()));
    queue.wait();
#else
    (void)queue;
    std::memcpy(to, data(), bytes());
#endif
  }

  /// Fills with bytes of ones: NaN for floating point, so that a value never written is seen.
  void poison(Queue& queue) {
#if GPUJOB_GPU
    GPUJOB_CHECK(GPUJOB_API(MemsetAsync)(data(), 0xff, bytes(), queue.stream()));
#else
    // By all cores: a page belongs to the processor that first writes to it.
    queue.pool().run(bytes(), std::size_t{1} << 20, [this](std::size_t begin, std::size_t end) {
      std::memset(reinterpret_cast<unsigned char*>(data()) + begin, 0xff, end - begin);
    });
#endif
  }

 private:
  struct Free {
    void operator()(T* address) const {
#if GPUJOB_GPU
      ignore(GPUJOB_API(Free)(address));
#else
      host_free(address);
#endif
    }
  };

  std::size_t count_;
  std::unique_ptr<T, Free> data_;
};

}  // namespace gpujob
