// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "remote/channel.h"
#include "remote/project_copy.h"

namespace gpujob {

/// What went over the line of a copy.
struct CopySent {
  std::size_t pieces = 0;
  std::uint64_t bytes = 0;
};

/// Sends the center what it lacks of a copy; no job follows from it. Fails with ExitCode::Scheduler
/// without an open connection, with ExitCode::Failed if the line was cut or a file has changed: the
/// same again sends the rest.
Result<CopySent> send_copy(World& world, const CenterAddress& center, const ProjectCopy& copy);

}  // namespace gpujob
