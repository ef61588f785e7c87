// SPDX-License-Identifier: MIT
// Streams are lists of work, done when the program waits; graphs are lists that are kept; events.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <utility>

#include "backend/emulated/block.h"
#include "backend/emulated/settings.h"
#include "backend/emulated/state.h"

namespace emulated {

void put(Stream& stream, Work work) {
  if (stream.captured) {
    stream.captured->work.push_back(std::move(work));
  } else {
    stream.work.push_back(std::move(work));
  }
}

void do_next(Stream& stream) {
  const Work next = std::move(stream.work.front());
  stream.work.pop_front();
  if (!settings().dry && device_state(stream.device).sticky == Error::Success) next();
}

namespace {

std::mt19937& random() {
  static std::mt19937 generator(settings().seed);
  return generator;
}

/// Some work of the device's other streams, which may be early as well as late.
void do_some_of_others(const Stream& stream) {
  for (Stream* other : device_state(stream.device).streams) {
    if (other == &stream || other->work.empty()) continue;
    for (std::size_t most = random()() % (other->work.size() + 1); most > 0; --most) {
      do_next(*other);
    }
  }
}

}  // namespace

void do_all(Stream& stream) {
  if (stream.work.empty()) return;
  do_some_of_others(stream);
  while (!stream.work.empty()) do_next(stream);
}

void do_all_of_device(int device) {
  for (Stream* stream : device_state(device).streams) do_all(*stream);
}

void do_early(int device) {
  working_early = true;
  for (Stream* stream : device_state(device).streams) {
    while (!stream->work.empty()) {
      const Work first = stream->work.front();
      try {
        do_next(*stream);
      } catch (const WaitsForHost&) {
        stream->work.push_front(first);
        break;
      }
    }
  }
  working_early = false;
}

Error forbidden_in_capture() {
  if (capturing == nullptr) return Error::Success;
  capturing->capture_failed = true;
  return Error::CaptureUnsupported;
}

Error StreamCreate(Stream** stream) {
  return call("StreamCreate", [&] {
    *stream = new Stream;
    (*stream)->device = current_device;
    device_state(current_device).streams.insert(*stream);
    return Error::Success;
  });
}

Error StreamDestroy(Stream* stream) {
  return call("StreamDestroy", [&] {
    if (stream == nullptr) return Error::InvalidHandle;
    do_all(*stream);
    device_state(stream->device).streams.erase(stream);
    delete stream;
    return Error::Success;
  });
}

Error StreamSynchronize(Stream* stream) {
  return call(
      "StreamSynchronize",
      [&] {
        if (stream->captured) return forbidden_in_capture();
        do_all(*stream);
        return device_state(stream->device).sticky;
      },
      Waits::Yes);
}

Error StreamBeginCapture(Stream* stream, CaptureMode /*mode*/) {
  return call("StreamBeginCapture", [&] {
    if (stream->captured) return Error::IllegalState;
    stream->captured = std::make_unique<Graph>();
    stream->capture_failed = false;
    capturing = stream;
    return Error::Success;
  });
}

Error StreamEndCapture(Stream* stream, Graph** graph) {
  return call("StreamEndCapture", [&] {
    if (!stream->captured) return Error::IllegalState;
    capturing = nullptr;
    std::unique_ptr<Graph> captured = std::move(stream->captured);
    if (stream->capture_failed) return Error::CaptureInvalidated;
    *graph = captured.release();
    return Error::Success;
  });
}

Error GraphInstantiateWithFlags(GraphExec** exec, Graph* graph, unsigned long long /*flags*/) {
  return call("GraphInstantiateWithFlags", [&] {
    *exec = new GraphExec{graph->work};
    return Error::Success;
  });
}

Error GraphLaunch(GraphExec* exec, Stream* stream) {
  return call("GraphLaunch", [&] {
    for (const Work& work : exec->work) put(*stream, work);
    return Error::Success;
  });
}

Error GraphExecDestroy(GraphExec* exec) {
  return call("GraphExecDestroy", [&] {
    delete exec;
    return Error::Success;
  });
}

Error GraphDestroy(Graph* graph) {
  return call("GraphDestroy", [&] {
    delete graph;
    return Error::Success;
  });
}

Error EventCreateWithFlags(Event** event, unsigned flags) {
  return call("EventCreateWithFlags", [&] {
    *event = new Event;
    (*event)->device = current_device;
    (*event)->flags = flags;
    return Error::Success;
  });
}

Error EventDestroy(Event* event) {
  return call("EventDestroy", [&] {
    delete event;
    return Error::Success;
  });
}

namespace {

std::chrono::steady_clock::time_point now(int device) {
  if (settings().early == 0) return std::chrono::steady_clock::now();
  return std::chrono::steady_clock::time_point(
      std::chrono::microseconds(1000 / settings().early * device_state(device).ticks));
}

/// Does an event that was made with these flags tell the time of nothing but the stream's work?
bool tells_time(unsigned flags) {
  if ((flags & kNoTime) != 0) return false;
  if (kNoFence == 0 || (flags & kNoFence) != 0) return true;
  std::fputs("emulated: an event's time contains a system fence\n", stderr);
  return false;
}

}  // namespace

Error EventRecord(Event* event, Stream* stream) {
  return call("EventRecord", [&] {
    if (event->device != stream->device) return Error::InvalidHandle;
    const std::shared_ptr<Moment> moment = event->moment;
    moment->stream = stream;
    ++moment->pending;
    put(*stream, [moment, device = stream->device] {
      moment->at = now(device);
      moment->recorded = true;
      --moment->pending;
    });
    return Error::Success;
  });
}

Error EventSynchronize(Event* event) {
  return call(
      "EventSynchronize",
      [&] {
        const Moment& moment = *event->moment;
        if (capturing != nullptr) return forbidden_in_capture();
        while (moment.pending > 0 && !moment.stream->work.empty()) do_next(*moment.stream);
        return device_state(current_device).sticky;
      },
      Waits::Yes);
}

Error EventElapsedTime(float* milliseconds, Event* start, Event* end) {
  return call("EventElapsedTime", [&] {
    if (settings().dry) std::_Exit(0);
    if (start->device != end->device) return Error::InvalidHandle;
    if (!tells_time(start->flags) || !tells_time(end->flags)) return Error::InvalidHandle;
    const Moment &from = *start->moment, &to = *end->moment;
    if (from.pending > 0 || to.pending > 0) return Error::NotReady;
    if (!from.recorded || !to.recorded) return Error::InvalidHandle;
    *milliseconds = std::chrono::duration<float, std::milli>(to.at - from.at).count();
    return Error::Success;
  });
}

namespace {

std::map<const void*, int> opted_in;  ///< kernels, and bytes of dynamic shared memory allowed

Error problem_of(const void* kernel, const Launch& how) {
  constexpr std::size_t most_blocks = (std::size_t{1} << 31) - 1;
  const std::size_t in_a_row = how.grid.x != 0 ? how.grid.x : how.blocks;
  if (how.blocks == 0 || in_a_row > most_blocks) return Error::InvalidConfiguration;
  if (how.threads == 0 || how.threads > 1024) return Error::InvalidConfiguration;
#if defined(__HIP__)
  // Of layers only what limits a whole block: 1024 (RadeonOpenCompute/ROCR-Runtime, issue 55).
  constexpr std::size_t most_rows = most_blocks, most_layers = 1024;
  if (how.blocks * how.threads >= std::size_t{1} << 32) return Error::InvalidConfiguration;
#else
  constexpr std::size_t most_rows = 65535, most_layers = 64;
#endif
  if (how.grid.y > most_rows || how.grid.z > most_rows) return Error::InvalidConfiguration;
  if (how.block.z > most_layers) return Error::InvalidConfiguration;
  if (how.stream != nullptr && how.stream->device != current_device) return Error::InvalidHandle;
  const auto found = opted_in.find(kernel);
  const int allowed = found == opted_in.end() ? settings().gpu->shared_bytes : found->second;
  if (how.dynamic_bytes > static_cast<std::size_t>(allowed)) return Error::InvalidValue;
  return Error::Success;
}

Grid grid_of(const Launch& how) {
  const Gpu& gpu = *settings().gpu;
  const int most = how.dynamic_bytes > static_cast<std::size_t>(gpu.shared_bytes)
                       ? gpu.shared_optin_bytes
                       : gpu.shared_bytes;
  const bool shaped = how.grid.x != 0;
  return {how.blocks,
          how.threads,
          how.dynamic_bytes,
          static_cast<std::size_t>(most),
          static_cast<unsigned>(gpu.warp),
          shaped ? how.grid : dim3(static_cast<unsigned>(how.blocks)),
          shaped ? how.block : dim3(how.threads)};
}

}  // namespace

Error FuncSetAttribute(const void* kernel, FuncAttribute /*which*/, int value) {
  return call("FuncSetAttribute", [&] {
    if (value < 0 || value > settings().gpu->shared_optin_bytes) return Error::InvalidValue;
    opted_in[kernel] = value;
    return Error::Success;
  });
}

void launch(const void* kernel, const Launch& how, Work run) {
  (void)call("LaunchKernel", [&] {
    const Error error = problem_of(kernel, how);
    if (error != Error::Success) return error;
    const int device = current_device;
    Work work = [device, grid = grid_of(how), run = std::move(run)] {
      DeviceState& state = device_state(device);
      ++state.ticks;
      const Problem problem = run_blocks(grid, settings().seed + state.kernels++, run);
      if (problem.error == Error::NotReady) throw WaitsForHost{};
      if (problem.error == Error::Success) return;
      std::fprintf(stderr, "emulated: %s\n", problem.text.c_str());
      state.sticky = problem.error;
    };
    if (how.stream != nullptr) {
      put(*how.stream, std::move(work));
      return Error::Success;
    }
    // The default stream works after all that was given before, and before what is given later.
    if (const Error error = forbidden_in_capture(); error != Error::Success) return error;
    do_all_of_device(device);
    if (!settings().dry && device_state(device).sticky == Error::Success) work();
    return Error::Success;
  });
}

}  // namespace emulated
