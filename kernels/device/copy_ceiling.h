// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

#include "device/buffer.h"
#include "device/copy.h"
#include "device/event.h"
#include "device/flush.h"
#include "device/hold.h"
#include "device/pinned.h"

namespace gpujob {

/// Two lists and a copy from one to the other, from empty caches: `bytes` read and written in all,
/// at most `most`.
class Copying {
 public:
  Copying(Queue& queue, double bytes, double most)
      : from_(static_cast<std::size_t>(std::min(std::max(bytes, 4096.0), most) / 8)),
        to_(from_.count()),
        flush_(queue, bytes) {
    from_.poison(queue);
    to_.poison(queue);
  }

  double bytes() const { return 2.0 * static_cast<double>(from_.bytes()); }

  void prepare(Queue& queue) {
    flush_.run(queue);
    queue.wait();
  }

  void run(Queue& queue) { copy_values(queue, to_.data(), from_.data(), from_.count()); }

 private:
  Buffer<float> from_, to_;
  CacheFlush flush_;
};

constexpr double kMostCopied = 1 << 30;

/// The shortest of several rounds; of short rounds, which a busy machine may delay, there are more.
/// The first is cold and does not count.
template <class Seconds>
double shortest(const Seconds& seconds) {
  const double start = steady_seconds();
  double least = 0;
  for (int round = 0; round < 6 || (round < 50 && steady_seconds() - start < 0.03); ++round) {
    const double taken = seconds();
    if (round == 1 || (round > 1 && taken < least)) least = taken;
  }
  return std::max(least, 1e-9);
}

/// Bytes per second, read and written, that this device copies in its own memory now: as many bytes
/// as the work moves, so that caches help both alike.
inline double copy_ceiling(Queue& queue, double bytes) {
  Copying copying(queue, bytes, kMostCopied);
  Hold hold(queue);
  copying.run(queue);
  return copying.bytes() / shortest([&] {
           copying.prepare(queue);
           Event before, after;
           hold.begin();
           before.record(queue);
           copying.run(queue);
           after.record(queue);
           hold.end();
           const double seconds = after.seconds_since(before);
           (void)hold.gave_up();
           return seconds;
         });
}

#if GPUJOB_GPU
/// Bytes per second between the device and locked host memory, up and down at the same time in the
/// ratio `up` to `down`: the best of several runs of at most 512 MiB.
inline double transfer_ceiling(Queue& queue, double up, double down) {
  const double shrink = std::min(1.0, static_cast<double>(std::size_t{1} << 29) / (up + down));
  const auto there = static_cast<std::size_t>(up * shrink),
             back = static_cast<std::size_t>(down * shrink);
  HostArray<char> out(there + 1, Pages::Locked), in(back + 1, Pages::Locked);
  Buffer<char> to(there + 1), from(back + 1);
  Queue second{SameDevice{queue}};
  double taken = 0;
  for (int round = 0; round < 5; ++round) {
    queue.wait();
    const double start = steady_seconds();
    upload(queue, out, 0, there, to, 0);
    download(second, from, 0, back, in, 0);
    queue.wait();
    second.wait();
    const double seconds = steady_seconds() - start;
    if (round == 1 || (round > 1 && seconds < taken)) taken = seconds;
  }
  return static_cast<double>(there + back) / taken;
}
#endif

}  // namespace gpujob
