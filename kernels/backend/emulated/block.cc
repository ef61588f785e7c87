// SPDX-License-Identifier: MIT
// A block's threads as fibres. A fibre runs one thread after the other until one waits at a barrier
// or a shuffle; then the next fibre goes on with those that have not begun. So a kernel without
// barriers needs one fibre, and one with barriers needs as many as the block has threads.
#include "backend/emulated/block.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <random>
#include <thread>
#include <ucontext.h>
#include <utility>
#include <vector>

#include "backend/emulated/async_copies.h"
#include "backend/emulated/runtime.h"
#include "backend/emulated/settings.h"
#include "backend/emulated/state.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace emulated {

namespace {

constexpr std::size_t kStackBytes = std::size_t{256} << 10;

/// Where execution goes on, and the stack it goes on with.
struct Place {
  ucontext_t context;
  const void* stack = nullptr;
  std::size_t bytes = 0;
};

void enter_place();

/// Leaves `from` for `to`; returns when another place changes back to `from`.
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

enum class Wait { Nothing, Block, Warp };

struct Fibre {
  Place place;
  std::unique_ptr<char[]> memory{new char[kStackBytes]};
  unsigned thread = 0;
  unsigned long barriers = 0;  ///< that the thread has reached
  unsigned long waits = 0;     ///< for copies
  AsyncCopies copies;
  Wait wait = Wait::Nothing;
  int line = 0;               ///< of the source, where it waits
  std::uint64_t mask = 0;     ///< lanes of the warp that have to come there
  unsigned char value[16]{};  ///< for the other lanes

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

/// A variable in shared memory, in an allocation of its own so that a sanitizer knows its end.
struct Shared {
  std::unique_ptr<void, decltype(&std::free)> memory{nullptr, std::free};
  bool used = false;  ///< by this block
};

/// What this thread of the process executes.
struct Executor {
  Place home;
  std::vector<std::unique_ptr<Fibre>> fibres;
  Fibre* current = nullptr;
  const std::function<void()>* kernel = nullptr;
  Grid grid;
  std::vector<unsigned> order;    ///< threads of the block
  std::size_t begun = 0;          ///< how many of them
  std::size_t block = 0;          ///< its number
  std::vector<Fibre*> by_thread;  ///< those that have begun and not ended
  std::size_t ended = 0;
  std::map<std::pair<const void*, std::size_t>, std::unique_ptr<Shared>> shared;
  std::size_t shared_bytes = 0;  ///< that the block uses
  std::mt19937 random;
  Problem problem;  ///< of the thread that ran last

  void go_on(Fibre& fibre) {
    current = &fibre;
    threadIdx = index_of(fibre.thread, grid.block_shape);
    fibre.wait = Wait::Nothing;
    change(home, fibre.place);
  }

  void wait(Wait what, int line, std::uint64_t mask) {
    Fibre& fibre = *current;
    fibre.wait = what;
    fibre.line = line;
    fibre.mask = mask;
    change(fibre.place, home);
  }

  /// The end of the block; leaves the thread where it is.
  void fail(Error error, int line, const std::string& what) {
    problem = {error, text_of_block() + "line " + std::to_string(line) + " copies " + what};
    change(current->place, home);
  }

  std::string text_of_block() const { return "block " + std::to_string(block) + ": "; }
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
      fibre.barriers = fibre.waits = 0;
      fibre.copies = {};
      own.by_thread[fibre.thread] = &fibre;
      threadIdx = index_of(fibre.thread, own.grid.block_shape);
      (*own.kernel)();
      own.by_thread[fibre.thread] = nullptr;
      ++own.ended;
    }
    change(fibre.place, own.home);
  }
}

/// Have all lanes that `fibre` waits for come to the same shuffle? HIP has no masks: lanes that
/// have ended are not waited for.
bool warp_is_complete(const Executor& own, const Fibre& fibre) {
  const unsigned first = fibre.thread / own.grid.warp * own.grid.warp;
  for (unsigned lane = 0; lane < own.grid.warp && first + lane < own.order.size(); ++lane) {
    if ((fibre.mask >> lane & 1) == 0) continue;
    const Fibre* other = own.by_thread[first + lane];
#if defined(__HIP__)
    if (other == nullptr) continue;
#endif
    if (other == nullptr || other->wait != Wait::Warp || other->line != fibre.line ||
        other->mask != fibre.mask) {
      return false;
    }
  }
  return true;
}

/// Those of the waiting fibres that may go on; empty if the block cannot end.
std::vector<Fibre*> released(const Executor& own, const std::vector<Fibre*>& waiting) {
  std::vector<Fibre*> ready;
  for (Fibre* fibre : waiting) {
    if (fibre->wait == Wait::Warp && warp_is_complete(own, *fibre)) ready.push_back(fibre);
  }
  if (!ready.empty()) return ready;
  for (const Fibre* fibre : waiting) {
    if (fibre->wait != Wait::Block || fibre->line != waiting.front()->line) return {};
  }
  return own.ended == 0 ? waiting : ready;
}

std::string divergence(const Executor& own, const std::vector<Fibre*>& waiting) {
  const int line = waiting.front()->line;
  const auto there = std::count_if(waiting.begin(), waiting.end(),
                                   [line](const Fibre* fibre) { return fibre->line == line; });
  return own.text_of_block() + std::to_string(there) + " of " + std::to_string(own.order.size()) +
         " threads wait at line " + std::to_string(line) +
         (waiting.front()->wait == Wait::Block ? " (barrier)" : " (shuffle)") + ", " +
         std::to_string(own.ended) + " have ended";
}

void poison_shared(Executor& own) {
  for (auto& [key, variable] : own.shared) {
    std::memset(variable->memory.get(), 0xff, key.second);
    variable->used = false;
  }
  own.shared_bytes = own.grid.dynamic_bytes;
}

/// One block to its end.
Problem run_block(Executor& own) {
  std::shuffle(own.order.begin(), own.order.end(), own.random);
  own.begun = own.ended = 0;
  poison_shared(own);
  std::vector<Fibre*> waiting;
  for (std::size_t f = 0; own.begun < own.order.size(); ++f) {
    if (f == own.fibres.size()) own.fibres.push_back(std::make_unique<Fibre>());
    own.go_on(*own.fibres[f]);
    if (own.problem.error != Error::Success) return own.problem;
    if (own.fibres[f]->wait != Wait::Nothing) waiting.push_back(own.fibres[f].get());
  }
  while (!waiting.empty()) {
    std::vector<Fibre*> ready = released(own, waiting);
    if (ready.empty()) return {Error::LaunchFailure, divergence(own, waiting)};
    std::shuffle(ready.begin(), ready.end(), own.random);
    std::vector<Fibre*> again;
    if (ready.size() < waiting.size()) {
      for (Fibre* fibre : waiting) {
        if (std::find(ready.begin(), ready.end(), fibre) == ready.end()) again.push_back(fibre);
      }
    }
    for (Fibre* fibre : ready) {
      own.go_on(*fibre);
      if (own.problem.error != Error::Success) return own.problem;
      if (fibre->wait != Wait::Nothing) again.push_back(fibre);
    }
    waiting = std::move(again);
  }
  if (own.shared_bytes <= own.grid.most_shared_bytes) return {};
  return {Error::LaunchFailure, "a block uses " + std::to_string(own.shared_bytes) +
                                    " bytes of shared memory, at most " +
                                    std::to_string(own.grid.most_shared_bytes) + " are allowed"};
}

}  // namespace

Problem run_blocks(const Grid& grid, unsigned seed, const std::function<void()>& kernel) {
  Executor& own = executor();
  own.kernel = &kernel;
  own.grid = grid;
  blockDim = grid.block_shape;
  gridDim = grid.shape;
  own.order.resize(grid.threads);
  own.by_thread.assign(grid.threads, nullptr);
  own.shared.clear();
  std::iota(own.order.begin(), own.order.end(), 0U);
  own.random.seed(seed);
  own.problem = {};
  // A step without a common divisor visits each block once.
  std::size_t step = own.random() % grid.blocks + 1;
  while (std::gcd(step, grid.blocks) != 1) ++step;
  std::size_t block = own.random() % grid.blocks;
  for (std::size_t b = 0; b < grid.blocks; ++b) {
    own.block = block;
    blockIdx = index_of(block, grid.shape);
    const Problem problem = run_block(own);
    if (problem.error != Error::Success) {
      own.fibres.clear();  // some are in the middle of the kernel
      return problem;
    }
    block = (block + step) % grid.blocks;
  }
  return {};
}

void barrier(int line) {
  Executor& own = executor();
  if (++own.current->barriers == settings().skip_barrier) return;
  own.wait(Wait::Block, line, 0);
}

void let_host_go_on() {
  Executor& own = executor();
  if (!working_early) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return;
  }
  own.problem = {Error::NotReady, ""};
  change(own.current->place, own.home);
}

void* shared_memory(const void* key, std::size_t bytes) {
  Executor& own = executor();
  if (key == nullptr) bytes = own.grid.dynamic_bytes;
  std::unique_ptr<Shared>& variable = own.shared[{key, bytes}];
  if (!variable) {
    variable = std::make_unique<Shared>();
    void* address = nullptr;
    if (posix_memalign(&address, 256, bytes) != 0) throw std::bad_alloc();
    variable->memory.reset(address);
    std::memset(variable->memory.get(), 0xff, bytes);
  }
  if (!variable->used && key != nullptr) own.shared_bytes += bytes;
  variable->used = true;
  return variable->memory.get();
}

unsigned lane() {
  return executor().current->thread % executor().grid.warp;
}

void wait_for_warp(std::uint64_t mask, int line) {
  executor().wait(Wait::Warp, line, mask);
}

void exchange(void* value, std::size_t bytes, unsigned from, std::uint64_t mask, int line) {
  Executor& own = executor();
  std::memcpy(own.current->value, value, bytes);
  own.wait(Wait::Warp, line, mask);
  const std::size_t thread = own.current->thread / own.grid.warp * own.grid.warp + from;
  const Fibre* other = thread < own.by_thread.size() ? own.by_thread[thread] : nullptr;
  const bool gives = other != nullptr && (mask >> from & 1) != 0;
  if (gives) std::memcpy(value, other->value, bytes);
  if (!gives) std::memset(value, 0xff, bytes);  // its register holds anything
  own.wait(Wait::Warp, line, mask);             // until all have read
}

std::uint64_t vote(bool yes, std::uint64_t mask, int line) {
  Executor& own = executor();
  const unsigned first = own.current->thread / own.grid.warp * own.grid.warp;
  own.current->value[0] = yes ? 1 : 0;
  own.wait(Wait::Warp, line, mask);
  std::uint64_t votes = 0;
  for (unsigned l = 0; l < own.grid.warp && first + l < own.by_thread.size(); ++l) {
    const Fibre* other = own.by_thread[first + l];
    if (other != nullptr && (mask >> l & 1) != 0 && other->value[0] == 1) {
      votes |= std::uint64_t{1} << l;
    }
  }
  own.wait(Wait::Warp, line, mask);
  return votes;
}

bool has_async_copies() {
  return settings().gpu->runtime == "cuda" && settings().gpu->major >= 8;
}

void begin_copy(void* to, const void* from, std::size_t bytes, std::size_t zeros, int line) {
  Executor& own = executor();
  const std::string many = std::to_string(bytes);
  if (bytes != 4 && bytes != 8 && bytes != 16) {
    own.fail(Error::LaunchFailure, line, many + " bytes at once, not 4, 8 or 16");
  }
  const auto odd = [bytes](const void* at) {
    return reinterpret_cast<std::uintptr_t>(at) % bytes != 0;
  };
  if (odd(to) || odd(from)) {
    own.fail(Error::MisalignedAddress, line,
             many + " bytes " + (odd(to) ? "to" : "from") + " no multiple of " + many);
  }
  const AsyncCopy copy{to, from, bytes, zeros, 0};
  if (has_async_copies()) {
    own.current->copies.begin(copy, own.random);
  } else {
    copy.happen();
  }
}

void commit_copies() {
  executor().current->copies.commit();
}

void await_copies(std::size_t newest) {
  Executor& own = executor();
  if (++own.current->waits == settings().skip_wait) return;
  own.current->copies.wait(newest, own.random);
}

}  // namespace emulated
