// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>

#include "device/buffer.h"
#include "device/copy.h"
#include "device/memory.h"
#include "device/numa.h"
#include "device/queue.h"

namespace gpujob {

/// Can the device read host memory by itself? Pageable memory is copied twice, through a small
/// locked buffer of the driver; locked memory once, and while other work goes on. On CPUs both are
/// the same memory: Pageable is copied by one core, Locked by all of them past the caches.
enum class Pages { Pageable, Locked };

/// `count` values of T in the memory of the host. For a GPU that is the memory next to it, written
/// to once, whether or not it is locked.
template <class T>
class HostArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  HostArray(std::size_t count, Pages pages)
      : count_(count), data_(static_cast<T*>(host_allocate(count * sizeof(T))), Free{pages}) {
#if GPUJOB_GPU
    char bus_id[32] = {};
    GPUJOB_CHECK(GPUJOB_API(DeviceGetPCIBusId)(bus_id, sizeof bus_id, current_gpu()));
    touch_on_node(data_.get(), bytes(), memory_node_of("/sys/bus/pci/devices", bus_id));
    if (pages == Pages::Locked && count > 0) {
      GPUJOB_CHECK(GPUJOB_API(HostRegister)(data_.get(), bytes(), GPUJOB_API(HostRegisterMapped)));
      data_.get_deleter().registered = true;
    }
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
  Pages pages() const {
    return data_.get_deleter().pages;
  }

 private:
  struct Free {
    Pages pages;
    bool registered = false;
    void operator()(T* address) const {
#if GPUJOB_GPU
      if (registered) ignore(GPUJOB_API(HostUnregister)(address));
#endif
      host_free(address);
    }
  };

  std::size_t count_;
  std::unique_ptr<T, Free> data_;
};

#if !GPUJOB_GPU
template <class T>
void copy_on_host(Queue& queue, Pages pages, T* to, const T* from, std::size_t count) {
  if (pages == Pages::Locked) {
    copy_values(queue, to, from, count);
  } else {
    std::memcpy(to, from, count * sizeof(T));
  }
}
#endif

/// Values [first, first + count) of a host array, to the values of a buffer from `to` on. From
/// locked memory in the queue's order and without waiting.
template <class T>
void upload(Queue& queue, const HostArray<T>& from, std::size_t first, std::size_t count,
            Buffer<T>& buffer, std::size_t to) {
#if GPUJOB_GPU
  GPUJOB_CHECK(GPUJOB_API(MemcpyAsync)(buffer.data() + to, from.data() + first, count * sizeof(T),
                                       GPUJOB_API(MemcpyHostToDevice), queue.stream()));
#else
  copy_on_host(queue, from.pages(), buffer.data() + to, from.data() + first, count);
#endif
}

/// The same in the other direction.
template <class T>
void download(Queue& queue, const Buffer<T>& buffer, std::size_t from, std::size_t count,
              HostArray<T>& to, std::size_t first) {
#if GPUJOB_GPU
  GPUJOB_CHECK(GPUJOB_API(MemcpyAsync)(to.data() + first, buffer.data() + from, count * sizeof(T),
                                       GPUJOB_API(MemcpyDeviceToHost), queue.stream()));
#else
  copy_on_host(queue, to.pages(), to.data() + first, buffer.data() + from, count);
#endif
}

}  // namespace gpujob
