// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "remote/channel.h"

namespace gpujob {

/// Brings what `folder` here names, links followed, into the center's folder of files through its
/// open connection: by rsync where both have it, which goes on in the middle of a file, else as a
/// stream of tar, which any center unpacks. Fails with ExitCode::Scheduler without an open
/// connection. What arrived is for the caller to ask the center; what these programs said last is
/// given for a message. None of the user's words reaches a shell.
Result<std::string> carry(World& world, const CenterAddress& center, const std::string& folder,
                          const CenterStore& there);

}  // namespace gpujob
