// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "sandbox/emulation.h"
#include "sandbox/installation.h"
#include "sandbox/starter.h"

// Slurm's accounting: MariaDB, slurmdbd, and the accounts that the user may charge.

namespace gpujob {

/// Starts mariadbd with an empty database and does not wait for it.
Status start_database(Starter& starter, const SlurmInstallation& installation);

/// Waits for mariadbd, starts slurmdbd, and makes the cluster, the record's accounts and, in each,
/// the user who runs this. munged must answer. Fails like Starter::wait, or with sacctmgr's
/// message.
Status start_accounting(Starter& starter, const SlurmInstallation& installation,
                        const Emulation& emulation);

}  // namespace gpujob
