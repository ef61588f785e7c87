// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "command/args/arguments.h"
#include "remote/channel.h"

namespace gpujob {

/// Lists on stderr what --sync would copy, if it was given. Fails past the limit.
Status show_synced(World& world, const Arguments& arguments);

/// Fails with ExitCode::Usage if --sync was given: the job does not go through a connection.
Status check_unsynced(const Arguments& arguments);

/// Says what of `folder` is copied and sends the center what it lacks of it. The sums that name the
/// copy there; empty without a folder.
Result<std::vector<std::string>> copy_to_center(World& world, const Arguments& arguments,
                                                const std::optional<std::string>& folder,
                                                const CenterAddress& center);

}  // namespace gpujob
