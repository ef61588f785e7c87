// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "device/buffer.h"
#include "device/copy.h"
#include "device/event.h"
#include "device/flush.h"
#include "device/hold.h"
#include "device/pinned.h"
#include "device/rate.h"
#include "device/replay.h"

namespace gpujob {

/// Two lists and a copy from one to the other, from empty caches: `bytes` read and written in all,
/// at most `most`. As often in a row as the queue repeats its runs, with what is then in the
/// caches. A CPU's cores go through the lists in the way that is faster there, since one that a
/// processor dislikes would make right runs look faster than it can be.
class Copying {
 public:
  Copying(Queue& queue, double bytes, double most)
      : from_(static_cast<std::size_t>(std::min(std::max(kept(queue, bytes), 4096.0), most) / 8)),
        to_(from_.count()),
        flush_(queue, bytes) {
    from_.poison(queue);
    to_.poison(queue);
    if (!GPUJOB_GPU) choose_way(queue);
    if (queue.repeats == 1) return;
    copy(queue);  // what is recorded must have run
    queue.wait();
    replay_ = std::make_unique<Replay>(queue, queue.repeats, [this, &queue] { copy(queue); });
  }
  Copying(const Copying&) = delete;
  Copying& operator=(const Copying&) = delete;

  /// Of all copies of a run.
  double bytes(const Queue& queue) const {
    return 2.0 * static_cast<double>(from_.bytes()) * queue.repeats;
  }

  void prepare(Queue& queue) {
    flush_.run(queue);
    queue.wait();
  }

  void run(Queue& queue) { replay_ ? replay_->run(queue) : copy(queue); }

 private:
  /// What several runs in a row may find in the cache is copied there, as fast as can be.
  static double kept(const Queue& queue, double bytes) {
    if (queue.repeats == 1 || empties_cache(queue, bytes)) return bytes;
    return std::min(bytes, static_cast<double>(queue.cache_bytes()) / 2);
  }

  template <class Way>
  void copy_by(Queue& queue) {
    copy_values<Way>(queue, to_.data(), from_.data(), from_.count());
  }

  void copy(Queue& queue) {
    in_order_ ? copy_by<OneListInOrder>(queue) : copy_by<OneListRead>(queue);
  }

  void choose_way(Queue& queue) {
    double seconds[3];  // of a cold one, which does not count, and of either
    for (int round = 0; round < 3; ++round) {
      in_order_ = round == 2;
      const double start = steady_seconds();
      copy(queue);
      queue.wait();
      seconds[round] = steady_seconds() - start;
    }
    in_order_ = seconds[2] < seconds[1];
  }

  Buffer<float> from_, to_;
  bool in_order_ = false;
  CacheFlush flush_;
  std::unique_ptr<Replay> replay_;
};

constexpr double kMostCopied = 1 << 30;

/// The seconds of several rounds; of short rounds, which a busy machine may delay, there are more.
/// The first is cold and does not count. A stand-in's times prove nothing: it takes only those.
template <class Seconds>
std::vector<double> rounds_of(const Seconds& seconds) {
  constexpr double kLongest = kEmulated ? 0 : 0.03;
  const double start = steady_seconds();
  std::vector<double> taken;
  (void)seconds();
  while (taken.size() < 5 || (taken.size() < 49 && steady_seconds() - start < kLongest)) {
    taken.push_back(seconds());
  }
  return taken;
}

/// Bytes per second, read and written, that this device copies in its own memory now: as many bytes
/// as the work moves, so that caches help both alike.
inline Rate copy_ceiling(Queue& queue, double bytes) {
  Copying copying(queue, bytes, kMostCopied);
  Hold hold(queue);
  copying.run(queue);
  return rate_of(copying.bytes(queue), rounds_of([&] {
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
                 }));
}

#if GPUJOB_GPU
/// Bytes per second between the device and locked host memory, up and down at the same time in the
/// ratio `up` to `down`: several runs of at most 512 MiB.
inline Rate transfer_ceiling(Queue& queue, double up, double down) {
  const double shrink = std::min(1.0, static_cast<double>(std::size_t{1} << 29) / (up + down));
  const auto there = static_cast<std::size_t>(up * shrink),
             back = static_cast<std::size_t>(down * shrink);
  HostArray<char> out(there + 1, Pages::Locked), in(back + 1, Pages::Locked);
  Buffer<char> to(there + 1), from(back + 1);
  Queue second{SameDevice{queue}};
  std::vector<double> taken;
  for (int round = 0; round < 6; ++round) {
    queue.wait();
    const double start = steady_seconds();
    upload(queue, out, 0, there, to, 0);
    download(second, from, 0, back, in, 0);
    queue.wait();
    second.wait();
    if (round > 0) taken.push_back(steady_seconds() - start);
  }
  return rate_of(static_cast<double>(there + back), taken);
}
#endif

}  // namespace gpujob
