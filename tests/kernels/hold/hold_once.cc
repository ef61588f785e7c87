// SPDX-License-Identifier: MIT
// usage: hold_once [waits]
// A host that takes its time gives a kernel and the marks round it to a queue that is held back,
// twice; with `waits` each launch waits for the device. Prints what is between the marks, in calls
// and kernels as early=1 counts them, whether the queue gave up, and whether it lasted a second.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#include "device/buffer.h"
#include "device/event.h"
#include "device/hold.h"
#include "device/launch.h"

namespace {

struct WriteOne {
  float* out;
  GPUJOB_FN void operator()(std::size_t i) const { out[i] = 1; }
};

void dawdle() {
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
}

}  // namespace

int main(int argc, char** argv) {
  const bool waits = argc > 1 && std::strcmp(argv[1], "waits") == 0;
  gpujob::compile_wait<1>();
  gpujob::Queue queue;
  gpujob::Buffer<float> out(32);
  gpujob::Hold hold(queue);
  for (int run = 0; run < 2; ++run) {
    gpujob::Event before, after;
    const double start = gpujob::steady_seconds();
    hold.begin();
    dawdle();
    before.record(queue);
    dawdle();
    gpujob::for_each<32>(queue, 32, 1, WriteOne{out.data()});
    if (waits) queue.wait();
    dawdle();
    after.record(queue);
    hold.end();
    queue.wait();
    const bool gave_up = hold.gave_up(), long_held = gpujob::steady_seconds() - start > 0.9;
    std::printf("%.0f%s%s\n", 1000 * after.seconds_since(before), gave_up ? " gave up" : "",
                long_held ? " after a second" : "");
  }
  return gpujob::Hold::works() ? 0 : 3;
}
