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
// A pack is what one item of a stream of values is: a vector register on a CPU, 16 bytes on a GPU,
// so that a warp reads and writes whole lines with one instruction; single values at the end.
// for_each_pack<T, two_places> is for bodies that do little more than move values: a CPU core then
// works at two places of its piece in turn, which memory serves faster than one (a sum of two lists
// by 6 % on two cores of a Zen 4; four places are no better, and more arithmetic than this loses).
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

constexpr int two_places = 2;

template <class T, int Places = 1, class Body>
void for_each_pack(Queue& queue, std::size_t count, const Body& body);

}  // namespace gpujob

#if GPUJOB_GPU
#include "device/launch_gpu.h"
#else
#include "device/launch_cpu.h"
#endif
