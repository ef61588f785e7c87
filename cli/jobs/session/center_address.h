// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "jobs/session/configuration.h"
#include "jobs/session/data_files.h"
#include "remote/channel.h"

namespace gpujob {

/// The host that config.yaml names for a site; empty if it names none.
std::string ssh_host_of(const Configuration& configuration, const Selection& site);

/// A site as a command line names it, and its host. Fails with ExitCode::Usage, with the login
/// hosts that the profile knows, if config.yaml names no host.
Result<CenterAddress> find_center(World& world, const std::string& word);

}  // namespace gpujob
