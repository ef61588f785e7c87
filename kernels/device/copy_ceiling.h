// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

#include "device/buffer.h"
#include "device/copy.h"
#include "device/event.h"
#include "device/flush.h"
#include "device/pinned.h"

namespace gpujob {

/// Bytes a second, read and written, that this device copies in its own memory now: the best of
/// several, more of them where they are short and a busy machine delays one or the other. As many
/// bytes as the work moves, so that caches help both alike, but at most 1 GiB.
inline double copy_ceiling(Queue& queue, double bytes) {
  const double most = static_cast<double>(std::size_t{1} << 30);
  const auto count = static_cast<std::size_t>(std::min(std::max(bytes, 4096.0), most) / 8);
  Buffer<float> from(count), to(count);
  from.poison(queue);
  to.poison(queue);
  CacheFlush flush(queue, bytes);
  const double start = steady_seconds();
  double taken = 0;
  for (int round = 0; round < 6 || (round < 50 && steady_seconds() - start < 0.03); ++round) {
    flush.run(queue);
    queue.wait();
    Event before, after;
    before.record(queue);
    copy_values(queue, to.data(), from.data(), count);
    after.record(queue);
    const double seconds = after.seconds_since(before);
    if (round == 1 || (round > 1 && seconds < taken)) taken = seconds;  // round 0 is cold
  }
  return 2.0 * static_cast<double>(from.bytes()) / std::max(taken, 1e-9);
}

#if GPUJOB_GPU
/// Bytes a second between the device and locked memory of the host, `up` and `down` in the ratio
/// given and at the same time: the best of several. At most 512 MiB are moved.
inline double transfer_ceiling(Queue& queue, double up, double down) {
  const double shrink = std::min(1.0, static_cast<double>(std::size_t{1} << 29) / (up + down));
  const auto there = static_cast<std::size_t>(up * shrink),
             back = static_cast<std::size_t>(down * shrink);
  HostArray<char> out(there + 1, Pages::Locked), in(back + 1, Pages::Locked);
  Buffer<char> to(there + 1), from(back + 1);
  Queue second{Beside{queue}};
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
