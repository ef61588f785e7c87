// SPDX-License-Identifier: MIT
// What the calls of the runtime share. One lock protects all of it; a call holds it to its end.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "backend/emulated/runtime.h"

namespace emulated {

using Work = std::function<void()>;

/// Thrown by work that has to wait for the host, while the host does not wait: it is tried again.
struct WaitsForHost {};

struct Graph {
  std::vector<Work> work;
};
struct GraphExec {
  std::vector<Work> work;
};

struct Stream {
  int device = 0;
  std::deque<Work> work;
  std::unique_ptr<Graph> captured;
  bool capture_failed = false;
};

struct Moment {
  std::chrono::steady_clock::time_point at;
  Stream* stream = nullptr;
  int pending = 0;
  bool recorded = false;
};
struct Event {
  int device = 0;
  unsigned flags = 0;
  std::shared_ptr<Moment> moment = std::make_shared<Moment>();
};

struct DeviceState {
  std::set<Stream*> streams;
  std::map<const char*, std::size_t> memory;  ///< address and bytes of each allocation
  std::size_t used = 0;
  Error sticky = Error::Success;
  unsigned kernels = 0;  ///< run so far
  long ticks = 0;        ///< of the clock that counts
};

constexpr int kMostDevices = 16;

DeviceState& device_state(int device);

inline thread_local int current_device = 0;
inline thread_local bool working_early = false;   ///< see do_early
inline thread_local Stream* capturing = nullptr;  ///< the stream that this thread records

/// Does what a call of the runtime does, unless it is the one that shall fail or an earlier error
/// stays. One that waits does so before it fails: it tells of the work that it waited for.
enum class Waits { No, Yes };
Error call(const char* name, const std::function<Error()>& body, Waits waits = Waits::No);

void put(Stream& stream, Work work);
void do_next(Stream& stream);
void do_all(Stream& stream);
void do_all_of_device(int device);
/// What can be done of a device's work while the program does not wait.
void do_early(int device);

/// What a capture forbids ends it.
Error forbidden_in_capture();

}  // namespace emulated
