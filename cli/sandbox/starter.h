// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "sandbox/record.h"

namespace gpujob {

/// Starts the daemons of one sandbox and waits for them. Each is in the record as soon as it runs.
class Starter {
 public:
  Starter(World& world, SandboxRecord& record) : world_(world), record_(record) {}

  /// Starts `argv` in the foreground mode of its program, detached from this process, with the
  /// sandbox's mark, its SLURM_CONF and `added` in its environment; its log has its name.
  Status start(const std::string& name, std::vector<std::string> argv,
               const Environment& added = {});

  /// Waits for `done`. Fails with ExitCode::Failed if any daemon ends, after `deadline` with `late`
  /// and the reason from the log of `daemon`, and when a signal asks this process to stop.
  Status wait(const std::string& late, const std::string& daemon, Milliseconds deadline,
              const std::function<bool()>& done);

  World& world() { return world_; }
  SandboxRecord& record() { return record_; }

 private:
  Failure failed(const std::string& daemon, const std::string& problem) const;
  std::optional<std::string> ended_daemon() const;

  World& world_;
  SandboxRecord& record_;
};

/// The environment of everything that belongs to a sandbox.
Environment daemon_environment(const World& world, const SandboxRecord& record);

/// The line of a daemon's log that tells why it ended, printable: its last error, or for mariadbd,
/// which also reports the consequences, its first. Empty if no line does.
std::string logged_error(const World& world, const SandboxLayout& layout,
                         const std::string& daemon);

}  // namespace gpujob
