// SPDX-License-Identifier: MIT
// Three shapes of work, the same call on every backend.
//
//   for_each<Threads>(queue, count, grain, body)   body(i) or body(i, simd) for i in [0, count)
//   for_each_pack<T>(queue, count, body)           body(i, simd) for the values of type T from i on
//   for_each_block(queue, blocks, body)            threads that share memory and wait for
//                                                  each other
//
// `Threads` is the GPU's block size; `grain` is how many items a CPU core takes at a time.
//
// A pack is one item of a stream of values: a vector register on a CPU, 16 bytes on a GPU, or
// several times that, so that a warp reads and writes whole lines with one instruction; single
// values at the end.
// for_each_pack<T, Walk> says how a CPU core walks through its piece, for bodies that do little
// more than move values: memory serves several places in turn faster than one.
//
// A block body is split at its barriers. It has
//     static constexpr int threads, phases;   (phases: or a member, set for each launch)
//     struct Shared;    what the threads of a block share
//     struct Private;   what a thread keeps from phase to phase
//     GPUJOB_FN void phase(int p, std::size_t block, int thread, Shared&, Private&) const;
// On a GPU the phases run one after the other with a barrier between them; on a CPU each phase is a
// loop over the threads of the block, which is the same thing without threads.
#pragma once

#include <cstddef>

#include "device/macros.h"
#include "device/queue.h"

namespace gpujob {

/// At how many places of its piece a CPU core works in turn, and how many packs it takes at each;
/// how many packs a GPU thread reads of each list before it works.
template <std::size_t Places, std::size_t Packs, int GpuPacks>
struct Walk {
  static constexpr std::size_t places = Places, packs = Packs;
  static constexpr int gpu_packs = GpuPacks;
};

/// The fastest of those tried on two cores of a Zen 4 with a link to memory each: one list is
/// copied by 22 % faster than in order at four places with two packs at each (by 9 % with one), a
/// sum of two lists is built by 9 % faster at two. More arithmetic than that loses by either.
///
/// A multiprocessor with 2048 threads has 32 KiB on their way to it where each reads one pack of 16
/// bytes, and GPUs with HBM3 want 32 to 48 KiB, those before them 12 to 16 (the comments of CUB's
/// benchmarks, NVIDIA/cccl PR 2086). One list is therefore read two packs at a time, 64 KiB; two
/// lists are as many bytes already, and more lists more.
using OneListRead = Walk<4, 2, 2>;
using TwoListsRead = Walk<2, 1, 1>;
using OneListInOrder = Walk<1, 1, 2>;
using InOrder = Walk<1, 1, 1>;

template <class T, class Walk = InOrder, class Body>
void for_each_pack(Queue& queue, std::size_t count, const Body& body);

}  // namespace gpujob

#if GPUJOB_GPU
#include "device/launch_gpu.h"
#else
#include "device/launch_cpu.h"
#endif
