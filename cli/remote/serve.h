// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/world.h"
#include "remote/protocol.h"

namespace gpujob {

/// What the center's side of a channel needs of the program around it.
struct CenterPart {
  std::string version;
  std::function<void(std::string_view)> say;  ///< to the other side
  /// The directory of a run. Fails with ExitCode::Usage for an id without a run.
  std::function<Result<std::string>(const std::string& run_id)> run_directory;
};

/// Carries out a batch and answers it. Commands are those of a fixed list and run as
/// processes of their own; what has an effect is on disk before its answer is said. A signal ends
/// what only asks and begins nothing more.
Status serve_batch(World& world, const CenterPart& part, std::string_view batch);

}  // namespace gpujob
