// SPDX-License-Identifier: MIT
#pragma once

#include "device/copy_ceiling.h"
#include "harness/report.h"

namespace gpujob {

/// Bytes that a run moves in all of its passes over memory.
struct Moved {
  double inside = 0;  ///< in the memory of the device
  double up = 0;      ///< to the device from the host; on CPUs, which have one memory, in `inside`
  double down = 0;    ///< back
};

/// Of a run in one pass.
inline Moved moved_by(const Work& work) {
  return {work.bytes_read + work.bytes_written};
}

/// The ceiling of work that only reads and writes: how fast the device copies as many bytes in its
/// own memory, or from and to locked host memory.
inline Ceiling memory_ceiling(Queue& queue, const Moved& moved) {
#if GPUJOB_GPU
  if (moved.up + moved.down > 0) {
    return ceiling_of("locked copies both ways", "bytes/s",
                      transfer_ceiling(queue, moved.up, moved.down), moved.up + moved.down);
  }
#endif
  Ceiling ceiling =
      ceiling_of("memory copy", "bytes/s", copy_ceiling(queue, moved.inside), moved.inside);
  if (queue.repeats > 1)
    ceiling.other_units = 4;  // what stays in caches is read faster than copied
  return ceiling;
}

}  // namespace gpujob
