// SPDX-License-Identifier: MIT
#pragma once

#include <fcntl.h>
#include <optional>
#include <spawn.h>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "base/world.h"

namespace gpujob {

/// Which group and session a child lives in.
enum class ChildGroup { Own, OwnSession, Ours };

/// Prepares a child: posix_spawn with the actions common to all children. Descriptors from 3 on are
/// closed and signals have their default action.
class Spawn {
 public:
  explicit Spawn(ChildGroup group);
  ~Spawn();
  Spawn(const Spawn&) = delete;
  Spawn& operator=(const Spawn&) = delete;

  /// `ours` (3 or more) becomes the child's `theirs`.
  void give(int ours, int theirs);
  /// Opens a file as the child's `theirs`; 0600 if new.
  void open(int theirs, const std::string& path, int flags);
  /// Working directory; empty is ours.
  void work_in(const std::string& directory);

  /// The child is ended with the thread that starts it, even by kill -9. It has what was given to
  /// it, keeps other descriptors that survive an exec, and works where we do.
  void end_with_us() { tied_ = true; }

  /// Starts `path` with `argv`; 0 or an errno. Call once.
  int start(const std::string& path, const std::vector<std::string>& argv,
            const Environment& environment, pid_t& pid);

 private:
  int start_tied(const std::string& path, const std::vector<char*>& argv,
                 const std::vector<char*>& environment, pid_t& pid);

  ChildGroup group_;
  bool tied_ = false;
  std::vector<std::pair<int, int>> given_;
  posix_spawnattr_t attributes_{};
  posix_spawn_file_actions_t actions_{};
};

/// Absolute path of the executable `name` (which is returned as it is if it holds a '/') in the
/// directories of `path` (as $PATH is written; relative ones are passed over), or nothing.
std::optional<std::string> find_on_path(const std::string& name, const std::string& path);

/// The same with PATH of `environment`, or else of this process.
std::optional<std::string> find_for(const std::string& name, const Environment& environment);

/// Why `find_for` finds nothing, as errno: ENOENT, EACCES for a file that is not executable, or of
/// a `name` with a '/' what the system says.
int why_not_found(const std::string& name, const Environment& environment);

/// How a shell counts the status of waitpid: 128+n when ended by signal n.
int exit_status_of(int wait_status);

}  // namespace gpujob
