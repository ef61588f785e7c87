// SPDX-License-Identifier: MIT
// Streams are lists of work, done when somebody waits; graphs are lists that are kept; events.
#include <cstdio>
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
  if (device_state(stream.device).sticky == Error::Success) next();
}

void do_all(Stream& stream) {
  while (!stream.work.empty()) do_next(stream);
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
    DeviceState& device = device_state(current_device);
    if (device.streams.erase(stream) == 0) return Error::InvalidHandle;
    do_all(*stream);
    delete stream;
    return Error::Success;
  });
}

Error StreamSynchronize(Stream* stream) {
  return call("StreamSynchronize", [&] {
    if (stream->captured) return forbidden_in_capture();
    do_all(*stream);
    return device_state(stream->device).sticky;
  });
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

Error EventCreate(Event** event) {
  return call("EventCreate", [&] {
    *event = new Event;
    return Error::Success;
  });
}

Error EventDestroy(Event* event) {
  return call("EventDestroy", [&] {
    delete event;
    return Error::Success;
  });
}

Error EventRecord(Event* event, Stream* stream) {
  return call("EventRecord", [&] {
    const std::shared_ptr<Moment> moment = event->moment;
    moment->stream = stream;
    ++moment->pending;
    put(*stream, [moment] {
      moment->at = std::chrono::steady_clock::now();
      moment->recorded = true;
      --moment->pending;
    });
    return Error::Success;
  });
}

Error EventSynchronize(Event* event) {
  return call("EventSynchronize", [&] {
    const Moment& moment = *event->moment;
    if (capturing != nullptr) return forbidden_in_capture();
    while (moment.pending > 0 && !moment.stream->work.empty()) do_next(*moment.stream);
    return device_state(current_device).sticky;
  });
}

Error EventElapsedTime(float* milliseconds, Event* start, Event* end) {
  return call("EventElapsedTime", [&] {
    const Moment &from = *start->moment, &to = *end->moment;
    if (from.pending > 0 || to.pending > 0) return Error::NotReady;
    if (!from.recorded || !to.recorded) return Error::InvalidHandle;
    *milliseconds = std::chrono::duration<float, std::milli>(to.at - from.at).count();
    return Error::Success;
  });
}

void launch(std::size_t blocks, unsigned threads, Stream* stream, Work kernel) {
  (void)call("LaunchKernel", [&] {
    constexpr std::size_t most_blocks = (std::size_t{1} << 31) - 1;
    if (blocks == 0 || blocks > most_blocks || threads == 0 || threads > 1024) {
      return Error::InvalidConfiguration;
    }
#if defined(__HIP__)
    if (blocks * threads >= std::size_t{1} << 32) return Error::InvalidConfiguration;
#endif
    put(*stream, [=] {
      DeviceState& device = device_state(stream->device);
      const std::string problem =
          run_blocks(blocks, threads, settings().seed + device.kernels++, kernel);
      if (problem.empty()) return;
      std::fprintf(stderr, "emulated: %s\n", problem.c_str());
      device.sticky = Error::LaunchFailure;
    });
    return Error::Success;
  });
}

}  // namespace emulated
