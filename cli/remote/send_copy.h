// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "remote/channel.h"
#include "remote/project_copy.h"

namespace gpujob {

/// Sends the center what it lacks of a copy, and gives the bytes of that; no job follows from it.
/// Fails with ExitCode::Scheduler without an open connection, with ExitCode::Failed if the line was
/// cut or a file has changed: the same again sends the rest.
Result<std::uint64_t> send_copy(World& world, const CenterAddress& center, const ProjectCopy& copy);

}  // namespace gpujob
