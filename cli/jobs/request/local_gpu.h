// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"
#include "plan/request.h"
#include "profile/store.h"

namespace gpujob {

/// Does this machine have a device file of an NVIDIA or AMD driver? Yes if that cannot be read.
bool has_gpu_device(const World& world);

/// For a job without a scheduler: fails with ExitCode::Usage if it needs a GPU and this machine has
/// none, naming the sites that have the GPU. `site_named`: the user chose this machine.
Status check_local_gpu(const World& world, const ProfileStore& profiles, const Request& request,
                       bool site_named);

}  // namespace gpujob
