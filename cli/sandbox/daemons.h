// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "base/world.h"
#include "sandbox/emulation.h"
#include "sandbox/installation.h"
#include "sandbox/record.h"

namespace gpujob {

/// Starts munged, with accounting mariadbd and slurmdbd, slurmctld and, at scale run, a slurmd for
/// each node, in the foreground mode of each, and waits until every node is idle (full scale: until
/// slurmctld answers). Each daemon is written into the record as soon as it is started. Fails with
/// ExitCode::Failed and the reason from the log if a daemon ends or is late, and when a signal asks
/// this process to stop; the caller cleans up.
Status start_daemons(World& world, SandboxRecord& record, const SlurmInstallation& installation,
                     const Emulation& emulation);

}  // namespace gpujob
