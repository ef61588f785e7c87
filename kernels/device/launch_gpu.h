// SPDX-License-Identifier: MIT
// The only file with kernel launches. See launch.h for what a body is.
#pragma once

#include <cstddef>
#include <type_traits>

#include "device/pack.h"
#include "device/queue.h"
#include "device/simd.h"

namespace gpujob {

/// Items [first, count).
template <int Threads, class Body>
__global__ __launch_bounds__(Threads) void each_item(std::size_t first, std::size_t count,
                                                     Body body) {
  const std::size_t i = first + static_cast<std::size_t>(blockIdx.x) * Threads + threadIdx.x;
  if (i >= count) return;
  if constexpr (std::is_invocable_v<const Body&, std::size_t, Scalar>) {
    body(i, Scalar{});
  } else {
    body(i);
  }
}

// Minimum of blocks on a multiprocessor: by default ptxas aims at eight and spills registers.
inline constexpr int kPackBlocks = 4;

template <class T, class Body, int Count>
__global__ __launch_bounds__(kPackThreads, kPackBlocks) void each_pack(std::size_t count,
                                                                       Body body) {
  constexpr std::size_t lanes = Pack16::lanes<T>, block = kPackThreads * lanes * Count;
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * block;
  if (first + block <= count) {
    body(first + threadIdx.x * lanes, Packs<Count>{});
  } else {
    for (std::size_t i = first + threadIdx.x; i < count; i += kPackThreads) body(i, Scalar{});
  }
}

/// Is the number of phases known when compiling?
template <class Body>
inline constexpr bool kFixedPhases = !std::is_member_object_pointer_v<decltype(&Body::phases)>;

/// Blocks from `first` on; of 32 bits, in which divisions are short.
template <class Body>
__global__ __launch_bounds__(Body::threads) void each_block(unsigned first, Body body) {
  GPUJOB_SHARED(typename Body::Shared, shared);
  typename Body::Private mine;
  const auto phase = [&](int p) {
    if (p > 0) __syncthreads();
    body.phase(p, first + blockIdx.x, static_cast<int>(threadIdx.x), shared, mine);
  };
  if constexpr (kFixedPhases<Body>) {
    GPUJOB_UNROLL(Body::phases)
    for (int p = 0; p < Body::phases; ++p) phase(p);
  } else {
    // The first and the last phase are outside the loop, which holds what all others share.
    phase(0);
    for (int p = 1; p < body.phases - 1; ++p) phase(p);
    phase(body.phases - 1);
  }
}

/// Gives a kernel to the queue.
template <class... Parameters, class... Arguments>
void launch(Queue& queue, void (*kernel)(Parameters...), std::size_t blocks, unsigned threads,
            const Arguments&... arguments) {
#if defined(GPUJOB_EMULATED)
  emulated::launch(kernel, {blocks, threads, 0, queue.stream()}, arguments...);
#else
  const auto grid = static_cast<unsigned>(blocks);
  // clang-format off
  kernel<<<grid, threads, 0, queue.stream()>>>(arguments...);
  // clang-format on
#endif
  check(GPUJOB_API(GetLastError)(), "the launch of a kernel", __FILE__, __LINE__);
}

/// Threads of a launch: HIP takes fewer than 2^32.
inline constexpr std::size_t kMostThreads = std::size_t{1} << 31;

template <int Threads, class Body>
void for_each(Queue& queue, std::size_t count, std::size_t /*grain*/, const Body& body) {
  for (std::size_t first = 0; first < count; first += kMostThreads) {
    const std::size_t items = count - first < kMostThreads ? count - first : kMostThreads;
    launch(queue, each_item<Threads, Body>, (items + Threads - 1) / Threads, Threads, first, count,
           body);
  }
}

template <class T, class Walk, class Body>
void for_each_pack(Queue& queue, std::size_t count, const Body& body) {
  if (count == 0) return;
  constexpr std::size_t block = kPackThreads * Pack16::lanes<T> * Walk::gpu_packs;
  launch(queue, each_pack<T, Body, Walk::gpu_packs>, (count + block - 1) / block, kPackThreads,
         count, body);
}

template <class Body>
void for_each_block(Queue& queue, std::size_t blocks, const Body& body) {
  constexpr std::size_t most = kMostThreads / Body::threads;
  for (std::size_t first = 0; first < blocks; first += most) {
    const std::size_t some = blocks - first < most ? blocks - first : most;
    launch(queue, each_block<Body>, some, Body::threads, static_cast<unsigned>(first), body);
  }
}

}  // namespace gpujob
