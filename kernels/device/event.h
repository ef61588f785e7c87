// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "device/queue.h"

namespace gpujob {

/// Seconds of the steady clock, from an arbitrary start.
inline double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// A moment in a queue: by the device's own clock on GPUs, by the steady clock on CPUs.
class Event {
 public:
#if GPUJOB_GPU
  static constexpr const char* clock = "event";

  Event() {
    GPUJOB_CHECK(GPUJOB_API(EventCreateWithFlags)(&event_, flags));
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() {
    ignore(GPUJOB_API(EventDestroy)(event_));
  }

  void record(Queue& queue) {
    GPUJOB_CHECK(GPUJOB_API(EventRecord)(event_, queue.stream()));
  }

  /// Seconds from `earlier` to this one; waits until both have happened.
  double seconds_since(const Event& earlier) const {
    GPUJOB_CHECK(GPUJOB_API(EventSynchronize)(event_));
    float milliseconds = 0;
    GPUJOB_CHECK(GPUJOB_API(EventElapsedTime)(&milliseconds, earlier.event_, event_));
    return static_cast<double>(milliseconds) * 1e-3;
  }

 private:
  // By default HIP makes all that was written visible to the host before it notes the time.
#if defined(hipEventDisableSystemFence)
  static constexpr unsigned flags = hipEventDisableSystemFence;
#elif defined(__HIP__)
  static constexpr unsigned flags = hipEventReleaseToDevice;
#else
  static constexpr unsigned flags = cudaEventDefault;
#endif

  GPUJOB_API(Event_t) event_ = nullptr;
#else
  static constexpr const char* clock = "steady";

  void record(Queue& /*queue*/) {
    at_ = steady_seconds();
  }
  double seconds_since(const Event& earlier) const {
    return at_ - earlier.at_;
  }

 private:
  double at_ = 0;
#endif
};

}  // namespace gpujob
