// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "support/fake_world.h"

namespace gpujob {

/// Gives the world the installed profiles, templates and one workload, at a fixed day.
void install_into(FakeWorld& world, const std::string& workload);

}  // namespace gpujob
