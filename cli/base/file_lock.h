// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"

namespace gpujob {

/// What only one process at a time may do, and how messages call it.
struct LockRequest {
  std::string directory;  ///< where the tickets of those who want it lie; made if it is not there
  std::string name;       ///< in the names of the tickets; no '/' and no '+'
  std::string where;      ///< "sandbox 'x'"
  std::string doing;      ///< what the other process does: "is starting or ending it"
  Milliseconds patience{60'000};
};

/// The right to change something: of the processes that share its directory one has it at a time.
/// It lasts as long as this object or its process lives.
class FileLock {
 public:
  /// What if no ticket can be written, on a full disk for example? Whoever ends something goes on.
  enum class OnWriteError { Fail, Proceed };

  /// Waits for it. Fails with ExitCode::Failed if another process keeps it beyond patience, or if a
  /// signal comes meanwhile.
  static Result<FileLock> acquire(World& world, const LockRequest& what, OnWriteError otherwise);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  FileLock(World& world, std::string ticket);

  World* world_;
  std::string ticket_;  ///< path; empty: none
};

/// Is `name` that of a ticket which a process of this machine left that has ended?
bool is_abandoned_ticket(const World& world, const std::string& name);

}  // namespace gpujob
