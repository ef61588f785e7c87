// SPDX-License-Identifier: MIT
#pragma once

#include "device/queue.h"

#if GPUJOB_GPU
#include <atomic>
#include <utility>

#include "device/launch.h"
#include "device/pinned.h"
#endif

namespace gpujob {

#if GPUJOB_GPU

/// What the host and the waiting kernel tell each other, in mapped host memory.
enum HoldFlag { kMayGo, kGaveUp, kHoldFlags };

/// How often the flag is read before the kernel gives up. It lies in host memory and no cache keeps
/// it, so this many reads take longer than a launch. In the stand-in each takes 1 ms.
constexpr int kMostLooks = kEmulated ? 1000 : 1 << 20;

/// One thread that ends when the host says so.
template <int Threads>
__global__ __launch_bounds__(Threads) void wait_for_host(volatile int* flags) {
  GPUJOB_UNROLL(1)
  for (int look = 0; look < kMostLooks; ++look) {
    if (flags[kMayGo] != 0) return;
#if defined(GPUJOB_EMULATED)
    emulated::let_host_go_on();
#endif
  }
  flags[kGaveUp] = 1;
}

/// Launches that kernel. Set by Registration, in the workload's own file: that one is compiled for
/// every GPU, the harness for a single one.
inline void (*give_wait)(Queue& queue, volatile int* flags) = nullptr;

template <int Threads>
void compile_wait() {
  give_wait = [](Queue& queue, volatile int* flags) {
    launch(queue, wait_for_host<Threads>, 1, Threads, flags);
  };
}

/// Holds a queue back until all that is to be timed has been given to it, so that no time passes
/// between two marks in which the device waits for the host: a kernel stands first in the queue and
/// spins on a flag in memory of the host, as nvbench's blocking kernel does. Kernels must have run
/// once before: the first launch may wait for the device. Where each launch does, host and device
/// would wait for each other: after kMostLooks the kernel gives up, and no queue of this process is
/// held back any more.
class Hold {
 public:
  explicit Hold(Queue& queue) : queue_(queue), flags_(kHoldFlags, Pages::Locked) {
    GPUJOB_CHECK(GPUJOB_API(HostGetDevicePointer)(&on_device_, flags_.data(), 0));
  }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;
  ~Hold() {
    if (!holding_) return;
    end();
    ignore(GPUJOB_API(StreamSynchronize)(queue_.stream()));
  }

  void begin() {
    if (!works()) return;
    flag(kMayGo) = 0;
    flag(kGaveUp) = 0;
    holding_ = true;
    give_wait(queue_, static_cast<volatile int*>(on_device_));
  }

  void end() { flag(kMayGo) = 1; }

  /// After the queue was waited for. True if it was not held back to the end.
  bool gave_up() {
    if (!std::exchange(holding_, false) || flag(kGaveUp) == 0) return false;
    works_ = false;
    return true;
  }

  /// False once a queue gave up.
  static bool works() { return works_; }

 private:
  volatile int& flag(HoldFlag which) { return flags_.data()[which]; }

  inline static std::atomic<bool> works_{true};

  Queue& queue_;
  HostArray<int> flags_;
  void* on_device_ = nullptr;
  bool holding_ = false;
};

#else

template <int Threads>
void compile_wait() {}

/// CPUs work in the calls that give them work.
class Hold {
 public:
  explicit Hold(Queue& /*queue*/) {}
  void begin() {}
  void end() {}
  bool gave_up() { return false; }
  static bool works() { return true; }
};

#endif

}  // namespace gpujob
