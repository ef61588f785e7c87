// SPDX-License-Identifier: MIT
// A block's threads as fibres. A fibre runs one thread after the other until one waits at a
// barrier; then the next fibre goes on with those that have not begun. So a kernel without barriers
// needs one fibre, and one with barriers needs as many as the block has threads.
#include "backend/emulated/block.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>
#include <ucontext.h>
#include <utility>
#include <vector>

#include "backend/emulated/runtime.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace emulated {

namespace {

constexpr std::size_t kStackBytes = std::size_t{256} << 10;
constexpr std::size_t kSharedBytes = std::size_t{64} << 10;

/// Where execution goes on, and the stack it goes on with.
struct Place {
  ucontext_t context;
  const void* stack = nullptr;
  std::size_t bytes = 0;
};

void enter_place();

/// Leaves `from` for `to`; returns when somebody comes back to `from`.
void change(Place& from, Place& to) {
#if defined(__SANITIZE_ADDRESS__)
  void* kept = nullptr;
  __sanitizer_start_switch_fiber(&kept, to.stack, to.bytes);
#endif
  swapcontext(&from.context, &to.context);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(kept, nullptr, nullptr);
#endif
}

struct Fibre {
  Place place;
  std::unique_ptr<char[]> memory{new char[kStackBytes]};
  unsigned thread = 0;
  bool waits = false;

  Fibre() {
    place.stack = memory.get();
    place.bytes = kStackBytes;
    getcontext(&place.context);
    place.context.uc_stack.ss_sp = memory.get();
    place.context.uc_stack.ss_size = kStackBytes;
    place.context.uc_link = nullptr;
    makecontext(&place.context, enter_place, 0);
  }
};

/// What this thread of the process executes.
struct Executor {
  Place home;
  std::vector<std::unique_ptr<Fibre>> fibres;
  Fibre* current = nullptr;
  const std::function<void()>* kernel = nullptr;
  std::vector<unsigned> order;  ///< threads of the block
  std::size_t begun = 0;        ///< how many of them
  std::size_t ended = 0;
  alignas(256) unsigned char shared[kSharedBytes];
  std::vector<std::pair<const void*, std::size_t>> keys;  ///< of shared memory, and where each is
  std::size_t shared_used = 0;

  void go_on(Fibre& fibre) {
    current = &fibre;
    threadIdx.x = fibre.thread;
    change(home, fibre.place);
  }
};

Executor& executor() {
  static thread_local Executor own;
  return own;
}

void enter_place() {
  Executor& own = executor();
  Fibre& fibre = *own.current;
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(nullptr, &own.home.stack, &own.home.bytes);
#endif
  while (true) {
    while (own.begun < own.order.size()) {
      fibre.thread = own.order[own.begun++];
      threadIdx.x = fibre.thread;
      (*own.kernel)();
      ++own.ended;
    }
    change(fibre.place, own.home);
  }
}

std::string divergence(const Executor& own, unsigned block, std::size_t waiting) {
  return "block " + std::to_string(block) + ": " + std::to_string(waiting) + " of " +
         std::to_string(own.order.size()) + " threads wait at a barrier, the others have ended";
}

/// One block to its end.
std::string run_block(Executor& own, unsigned block, std::mt19937& random) {
  blockIdx.x = block;
  std::shuffle(own.order.begin(), own.order.end(), random);
  own.begun = own.ended = 0;
  std::memset(own.shared, 0xff, own.shared_used);
  own.keys.clear();
  own.shared_used = 0;
  std::vector<Fibre*> waiting;
  for (std::size_t f = 0; own.begun < own.order.size(); ++f) {
    if (f == own.fibres.size()) own.fibres.push_back(std::make_unique<Fibre>());
    own.go_on(*own.fibres[f]);
    if (own.fibres[f]->waits) waiting.push_back(own.fibres[f].get());
  }
  while (!waiting.empty()) {
    if (own.ended > 0) return divergence(own, block, waiting.size());
    std::shuffle(waiting.begin(), waiting.end(), random);
    std::vector<Fibre*> again;
    for (Fibre* fibre : waiting) {
      fibre->waits = false;
      own.go_on(*fibre);
      if (fibre->waits) again.push_back(fibre);
    }
    waiting = std::move(again);
  }
  return "";
}

}  // namespace

std::string run_blocks(std::size_t blocks, unsigned threads, unsigned seed,
                       const std::function<void()>& kernel) {
  Executor& own = executor();
  own.kernel = &kernel;
  own.order.resize(threads);
  std::iota(own.order.begin(), own.order.end(), 0U);
  own.shared_used = kSharedBytes;
  std::mt19937 random(seed);
  // A step without a common divisor visits each block once.
  std::size_t step = random() % blocks + 1;
  while (std::gcd(step, blocks) != 1) ++step;
  std::size_t block = random() % blocks;
  for (std::size_t b = 0; b < blocks; ++b) {
    std::string problem = run_block(own, static_cast<unsigned>(block), random);
    if (!problem.empty()) {
      own.fibres.clear();  // some are in the middle of the kernel
      return problem;
    }
    block = (block + step) % blocks;
  }
  return "";
}

void barrier() {
  Executor& own = executor();
  Fibre& fibre = *own.current;
  fibre.waits = true;
  change(fibre.place, own.home);
}

void* shared_memory(const void* key, std::size_t bytes) {
  Executor& own = executor();
  for (const auto& [known, at] : own.keys) {
    if (known == key) return own.shared + at;
  }
  const std::size_t at = own.shared_used;
  own.keys.emplace_back(key, at);
  own.shared_used += (bytes + 255) / 256 * 256;
  return own.shared + at;
}

}  // namespace emulated
