// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "base/world.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// Nodes that are set aside for a time.
struct SlurmReservation {
  std::string name;
  Instant start;
  Instant end;
  int nodes = 0;
  bool is_maintenance = false;  ///< no user's job runs in it
};

/// What `scontrol show reservation` prints. Fails for a value that cannot be read.
Result<std::vector<SlurmReservation>> read_reservations(std::string_view text);

/// All of a cluster. Fails with ExitCode::Unknown when it could not be asked.
Result<std::vector<SlurmReservation>> list_reservations(World& world, const Endpoint& endpoint);

}  // namespace gpujob
