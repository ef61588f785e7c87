// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"
#include "profile/gpu_catalogue.h"

namespace gpujob {

/// Fills `directory` with the programs of a sandbox: those of `libexec`, and for every <name>.cpu a
/// <name>.cuda and a <name>.hip that run the CPU program and make its report name the backend it
/// stands in for. A Python program stands in for itself on a GPU. Their descriptions list every
/// architecture of the catalogue.
Status write_stand_ins(World& world, const std::string& libexec, const std::string& directory,
                       const GpuCatalogue& catalogue);

/// The same for one program of the user's, at `program` and for CPUs, without descriptions: only
/// its own jobs look into `directory`. `backend` is what it was built for.
Status write_own_stand_ins(World& world, const std::string& program, const std::string& directory,
                           const std::string& workload, const std::string& backend);

}  // namespace gpujob
