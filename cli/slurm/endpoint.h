// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/duration.h"
#include "base/result.h"
#include "base/world.h"

namespace gpujob {

enum class EndpointKind { Slurm, Sandbox, Local };

/// Where jobs go. Everything that talks to a scheduler takes one of these and nothing else.
struct Endpoint {
  EndpointKind kind = EndpointKind::Slurm;
  std::string sbatch;          ///< absolute path; its siblings lie in the same directory
  std::string slurm_conf;      ///< SLURM_CONF for children; empty: theirs by default
  Environment added;           ///< further variables for children
  std::string clusters_option; ///< value of -M; empty: none
  std::string sandbox;         ///< name of the sandbox; empty: none
  Seconds polling_floor{30};
};

/// What a look for Slurm on this machine found.
enum class SlurmPresence {
  Absent,  ///< no sbatch, or no configuration source
  Ready,
  Silent,  ///< configured, but the controller does not answer: unknown, not absent
};

struct SlurmHere {
  SlurmPresence presence = SlurmPresence::Absent;
  Endpoint endpoint;         ///< set unless Absent
  std::string cluster_name;  ///< as scontrol prints it; may be empty
  std::string why;           ///< the words that decided, for messages
};

/// Looks for sbatch on PATH and asks `scontrol ping`, at most 5 s.
SlurmHere find_slurm(World& world);

}  // namespace gpujob
