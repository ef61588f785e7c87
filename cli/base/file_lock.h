// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/world.h"

namespace gpujob {

/// What is locked, and how messages describe it.
struct LockRequest {
  std::string directory;  ///< holds the tickets; created if absent
  std::string name;       ///< part of each ticket's name; no '/' and no '+'
  std::string where;      ///< "sandbox 'x'"
  std::string doing;      ///< what the other process does: "is starting or ending it"
  Milliseconds patience{60'000};
};

/// A lock between the processes that share a directory: one at a time holds it, until the object is
/// destroyed or its process ends.
class FileLock {
 public:
  /// What to do if no ticket can be written, for example on a full disk: ending something proceeds
  /// without the lock.
  enum class OnWriteError { Fail, Proceed };

  /// Waits for the lock. Fails with ExitCode::Failed if another process holds it for longer than
  /// `patience`, or if a signal arrives meanwhile.
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
