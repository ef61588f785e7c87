// SPDX-License-Identifier: MIT
#pragma once

#include "device/copy_ceiling.h"
#include "harness/report.h"

namespace gpujob {

/// The ceiling of work that is all reading and writing: what the device copies in its own memory,
/// with as many bytes, or what it copies from and to locked memory of the host. A CPU has one
/// memory.
inline Ceiling memory_ceiling(Queue& queue, const Work& work, Data data) {
  const double bytes = work.bytes_read + work.bytes_written;
#if GPUJOB_GPU
  if (data == Data::Host) {
    const double reached = transfer_ceiling(queue, work.bytes_read, work.bytes_written);
    return {"locked copies both ways", "bytes/s", reached, reached, bytes};
  }
#else
  (void)data;
#endif
  const double reached = copy_ceiling(queue, bytes);
  return {"memory copy", "bytes/s", reached, reached, bytes};
}

}  // namespace gpujob
