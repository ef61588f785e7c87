// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/world.h"
#include "slurm/endpoint.h"

// Processes of one user on one machine need not each ask the controller: each keeps the queue's
// last answer for the others, in $XDG_RUNTIME_DIR/gpujob, one file for an endpoint: when squeue was
// started, in milliseconds since 1970, and what it printed. Without that directory nothing is kept.

namespace gpujob {

struct SharedQueue {
  Instant asked;     ///< before squeue was started
  std::string text;  ///< that it printed
};

/// An answer no older than the endpoint's polling floor; nothing without one or if it cannot be
/// read: then the controller is to be asked.
std::optional<SharedQueue> read_shared_queue(const World& world, const Endpoint& endpoint);

/// Not being able to keep it is not a problem.
void keep_shared_queue(World& world, const Endpoint& endpoint, const SharedQueue& answer);

}  // namespace gpujob
