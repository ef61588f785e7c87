// SPDX-License-Identifier: MIT
#pragma once

#include "device/queue.h"

#if !GPUJOB_GPU
#include <functional>
#endif

namespace gpujob {

/// Work recorded once and repeated many times: on GPUs a graph, which costs the host one call for
/// any number of kernels; on CPUs the same calls again.
class Replay {
 public:
  /// Records `count` times what `work()` gives to the queue. It must have run before, so that
  /// libraries have made their first allocations, and it must not wait for the queue.
  template <class Work>
  Replay(Queue& queue, int count, const Work& work);

#if GPUJOB_GPU
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;
  ~Replay() {
    ignore(GPUJOB_API(GraphExecDestroy)(made_));
    ignore(GPUJOB_API(GraphDestroy)(graph_));
  }

  void run(Queue& queue) {
    GPUJOB_CHECK(GPUJOB_API(GraphLaunch)(made_, queue.stream()));
  }

 private:
  GPUJOB_API(Graph_t) graph_ = nullptr;
  GPUJOB_API(GraphExec_t) made_ = nullptr;
#else
  void run(Queue& /*queue*/) {
    all_();
  }

 private:
  std::function<void()> all_;
#endif
};

template <class Work>
Replay::Replay([[maybe_unused]] Queue& queue, int count, const Work& work) {
  const auto all = [count, work] {
    for (int k = 0; k < count; ++k) work();
  };
#if GPUJOB_GPU
  GPUJOB_CHECK(
      GPUJOB_API(StreamBeginCapture)(queue.stream(), GPUJOB_API(StreamCaptureModeThreadLocal)));
  try {
    all();
  } catch (...) {  // the queue is used again
    ignore(GPUJOB_API(StreamEndCapture)(queue.stream(), &graph_));
    if (graph_ != nullptr) ignore(GPUJOB_API(GraphDestroy)(graph_));
    throw;
  }
  GPUJOB_CHECK(GPUJOB_API(StreamEndCapture)(queue.stream(), &graph_));
  GPUJOB_CHECK(GPUJOB_API(GraphInstantiateWithFlags)(&made_, graph_, 0));
#else
  all_ = all;
#endif
}

}  // namespace gpujob
