// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"

namespace gpujob {

/// What only one process at a time may do, and how messages call it.
struct TurnAt {
  std::string directory;  ///< where the tickets of those who want it lie; made if it is not there
  std::string name;       ///< in the names of the tickets; no '/' and no '+'
  std::string where;      ///< "sandbox 'x'"
  std::string doing;      ///< what the other process does: "is starting or ending it"
  Milliseconds patience{60'000};
};

/// The right to change something: of the processes that share its directory one has it at a time.
/// It lasts as long as this object or its process lives.
class Turn {
 public:
  /// What if no ticket can be written, on a full disk for example? Whoever ends something goes on.
  enum class NoTicket { Fails, GoesOn };

  /// Waits for it. Fails with ExitCode::Failed if another process keeps it beyond patience, or if a
  /// signal comes meanwhile.
  static Result<Turn> take(World& world, const TurnAt& what, NoTicket otherwise);

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
