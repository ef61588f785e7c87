// SPDX-License-Identifier: MIT
#pragma once

#include "device/queue.h"

#if GPUJOB_GPU
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>
#endif

namespace gpujob {

#if GPUJOB_GPU

/// Holds a queue back until all that is to be timed has been given to it, so that no time passes
/// between two marks in which the device waits for the host: a function of the host stands first in
/// the queue, and returns when it may. Kernels must have run once before: the first launch may wait
/// for the device. Where each launch does, host and device would wait for each other: after a
/// second the function gives up, and no queue of this process is held back any more.
/// Both runtimes say of such a function (StreamAddCallback) that it blocks later work of its stream
/// until it returns, and what passes from there to the first mark is in no time. A kernel that
/// spins on a flag of the host would keep the device busy before what is timed, need memory that
/// both see at once and a clock of the device to give up by, and be one more kernel in each
/// framework of the twins.
class Hold {
 public:
  explicit Hold(Queue& queue) : queue_(queue) {}
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;
  ~Hold() {
    if (!holding_) return;
    end();
    ignore(GPUJOB_API(StreamSynchronize)(queue_.stream()));
  }

  void begin() {
    if (!works()) return;
    may_go_ = gave_up_ = false;
    holding_ = true;
    GPUJOB_CHECK(GPUJOB_API(StreamAddCallback)(queue_.stream(), wait_for_end, this, 0));
  }

  void end() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      may_go_ = true;
    }
    changed_.notify_all();
  }

  /// After the queue was waited for. True if it was not held back to the end.
  bool gave_up() { return std::exchange(holding_, false) && gave_up_; }

  /// False once a queue gave up.
  static bool works() { return works_; }

 private:
  static void wait_for_end(GPUJOB_API(Stream_t), ApiError /*status*/, void* hold) {
    Hold& own = *static_cast<Hold*>(hold);
    std::unique_lock<std::mutex> lock(own.mutex_);
    const auto ended = [&own] { return own.may_go_; };
    if (own.changed_.wait_for(lock, std::chrono::seconds(1), ended)) return;
    own.gave_up_ = true;
    works_ = false;
  }

  inline static std::atomic<bool> works_{true};

  Queue& queue_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool may_go_ = false;
  bool gave_up_ = false;
  bool holding_ = false;
};

#else

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
