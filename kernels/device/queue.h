// SPDX-License-Identifier: MIT
#pragma once

#include "device/error.h"
#include "device/macros.h"

#if !GPUJOB_GPU
#include <memory>

#include "device/cores.h"
#include "device/isa.h"
#include "device/pool.h"
#endif

namespace gpujob {

class Queue;

/// Names the queue that another one is opened beside.
struct Beside {
  Queue& queue;
};

#if GPUJOB_GPU

/// Work for the first visible GPU, done in the order it is given. Opening it makes the context.
class Queue {
 public:
  /// Throws NoDevice where there is no GPU, or no driver for it.
  Queue() {
    int count = 0;
    const ApiError status = GPUJOB_API(GetDeviceCount)(&count);
    if (status != GPUJOB_API(Success) || count == 0) {
      throw NoDevice(
          std::string("no " GPUJOB_BACKEND " device (") +
          (status == GPUJOB_API(Success) ? "none is visible" : GPUJOB_API(GetErrorString)(status)) +
          ")");
    }
    GPUJOB_CHECK(GPUJOB_API(SetDevice)(0));
    GPUJOB_CHECK(GPUJOB_API(StreamCreate)(&stream_));
  }
  /// One more for the same device: the work of the two may overlap.
  explicit Queue(Beside /*other*/) { GPUJOB_CHECK(GPUJOB_API(StreamCreate)(&stream_)); }
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  ~Queue() { (void)GPUJOB_API(StreamDestroy)(stream_); }

  GPUJOB_API(Stream_t) stream() const { return stream_; }

  /// Returns when everything given so far is done; throws what went wrong in it.
  void wait() { GPUJOB_CHECK(GPUJOB_API(StreamSynchronize)(stream_)); }

 private:
  GPUJOB_API(Stream_t) stream_ = nullptr;
};

#else

/// Work for the cores this process may use, done in the order it is given and before returning.
class Queue {
 public:
  Queue() : isa_(choose_isa()), pool_(std::make_shared<Pool>(allowed_cores())) {}
  /// One more for the same cores.
  explicit Queue(Beside other) : isa_(other.queue.isa_), pool_(other.queue.pool_) {}

  Isa isa() const { return isa_; }
  Pool& pool() { return *pool_; }
  void wait() {}

 private:
  Isa isa_;
  std::shared_ptr<Pool> pool_;
};

#endif

}  // namespace gpujob
