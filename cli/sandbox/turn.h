// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"

namespace gpujob {

/// The right to make or to remove the files of one sandbox: of the processes of this host one has
/// it at a time. It lasts as long as this object or its process lives.
class Turn {
 public:
  /// What if no ticket can be written, on a full disk for example? Whoever ends something goes on.
  enum class NoTicket { Fails, GoesOn };

  /// Waits for it. Fails with ExitCode::Failed if another process keeps it for a minute, or if a
  /// signal comes meanwhile.
  static Result<Turn> take(World& world, const std::string& name, NoTicket otherwise);

  Turn(Turn&& other) noexcept;
  Turn& operator=(Turn&&) = delete;
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn();

 private:
  Turn(World& world, std::string ticket);

  World* world_;
  std::string ticket_;  ///< path; empty: none
};

}  // namespace gpujob
