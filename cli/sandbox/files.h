// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "base/world.h"
#include "sandbox/emulation.h"
#include "sandbox/installation.h"
#include "sandbox/lifecycle.h"
#include "sandbox/record.h"

namespace gpujob {

/// Writes everything that the daemons and jobs of a sandbox read: configuration, munge key, GPU
/// files, modules, programs. The record's ports must be set.
Status write_sandbox_files(World& world, const SandboxOptions& options,
                           const SlurmInstallation& installation, const Emulation& emulation,
                           const SandboxRecord& record);

}  // namespace gpujob
