// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/world.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// What the search for Slurm on this machine found.
enum class SlurmPresence {
  Absent,  ///< no sbatch, or no configuration source
  Ready,
  Silent,  ///< configured, but the controller does not answer: unknown, not absent
  Broken,  ///< installed, but its commands cannot be started: unknown as well
};

struct SlurmHere {
  SlurmPresence presence = SlurmPresence::Absent;
  Endpoint endpoint;         ///< set unless Absent
  std::string cluster_name;  ///< ClusterName of the controller's configuration; may be empty
  std::string why;           ///< the words that decided, printable, for messages
};

/// What the user can do about a Slurm that is neither ready nor absent.
std::string way_to_mend(const SlurmHere& here);

/// ClusterName of the Slurm that answers `endpoint` now; empty if it answers without one.
Result<std::string> ask_cluster_name(World& world, const Endpoint& endpoint);

/// Looks for sbatch on PATH and asks `scontrol ping`, at most 5 s, once more where it says that
/// the controller is down; one that answers is also asked for its name.
SlurmHere find_slurm(World& world);

}  // namespace gpujob
