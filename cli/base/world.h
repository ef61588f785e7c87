// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "base/screen.h"

// The one seam to everything outside this process. A function that takes a World can touch the
// outside; any other is pure. Tests use tests/support/fake_world.h.

namespace gpujob {

class DocumentCache;

using Environment = std::map<std::string, std::string>;

/// What happens to a child when this process receives SIGINT or SIGTERM: it runs on, or it is ended
/// as at a deadline.
enum class OnStop { Finish, End };

/// What happens to a child when this process is killed: it runs on, or it is ended. The latter only
/// of one that works where we do.
enum class OnKill { Finish, End };

/// What happens to a child that writes more than is kept: the rest is dropped, or it is ended.
enum class AtLimit { Drop, End };

/// A child process: an argument vector, never a shell.
struct ProcessRequest {
  std::vector<std::string> argv;        ///< argv[0] is a path, or a name looked up on PATH
  std::string stdin_text;               ///< fed to the child, then closed
  Environment environment;              ///< the child's whole environment
  std::string directory;                ///< working directory; empty: the caller's
  Milliseconds deadline{0};             ///< 0: none; then TERM and, 2 s later, KILL to its group
  std::size_t output_limit = 4u << 20;  ///< bytes kept of stdout and of stderr
  AtLimit at_limit = AtLimit::Drop;
  OnStop on_stop = OnStop::Finish;
  OnKill on_kill = OnKill::Finish;
};

struct ProcessAnswer {
  int exit_status = -1;  ///< as a shell counts it: 128+n when ended by signal n; -1: not known
  bool timed_out = false;
  std::string out;
  std::string err;
  Milliseconds elapsed{0};
};

/// A process that outlives this one: own session, output to files, no standard input.
struct DetachedRequest {
  std::vector<std::string> argv;
  Environment environment;
  std::string directory;
  std::string out_path;
  std::string err_path;
};

/// Enough to recognise a process again after its pid may have been reused.
struct ProcessIdentity {
  long pid = 0;
  long long start_ticks = 0;  ///< field 22 of /proc/<pid>/stat
  std::string boot_id;

  bool operator==(const ProcessIdentity&) const = default;
};

/// `Absent` only if the system says so. `Unreadable`: it could not tell (a stale handle, a failing
/// disk, no permission); reading the path gives the reason.
enum class FileKind { Absent, File, Directory, Other, Unreadable };

/// Permissions of a new file: 0600, 0644, 0755, or those of the file that it replaces (0644 without
/// one); directories get 0700.
enum class FileMode { Private, Shared, Executable, Kept };

class World {
 public:
  virtual ~World() = default;

  // Environment
  virtual std::optional<std::string> variable(const std::string& name) const = 0;
  virtual Environment environment() const = 0;
  /// Replaces that of this process, which children get.
  virtual void replace_environment(const Environment& environment) = 0;
  virtual std::string working_directory() const = 0;
  /// Absolute path of the running program, links resolved.
  virtual std::string program_path() const = 0;
  virtual std::string host_name() const = 0;
  virtual std::string user_name() const = 0;

  // Clock and randomness
  virtual Instant now() const = 0;
  /// False when a signal (SIGINT, SIGTERM) ended the sleep: see `interrupted`.
  virtual bool sleep(Milliseconds duration) = 0;
  /// The signal that asked this process to stop, or 0.
  virtual int interrupted() const = 0;
  /// Goes on after a signal: the next one is told anew.
  virtual void forget_interrupt() {}
  virtual std::string random_bytes(std::size_t count) = 0;

  // Files. Messages name the path and the system's reason. Failures are ExitCode::Failed.
  virtual FileKind kind(const std::string& path) const = 0;
  /// Is there a file of this path? Fails if the system could not tell.
  virtual Result<bool> is_file(const std::string& path) const = 0;
  virtual Result<std::string> read_file(const std::string& path) const = 0;
  /// The text of a file, or nothing if it is absent; what cannot be read is a failure.
  virtual Result<std::optional<std::string>> read_if_present(const std::string& path) const {
    if (kind(path) == FileKind::Absent) return std::optional<std::string>{};
    Result<std::string> text = read_file(path);
    if (!text) return text.failure();
    return std::optional<std::string>(*std::move(text));
  }
  /// Bytes from `offset` on, at most `limit`; for following a growing file. Empty past its end.
  virtual Result<std::string> read_range(const std::string& path, std::size_t offset,
                                         std::size_t limit) const = 0;
  /// When bytes of a file or names in a directory changed last; nothing if it is absent.
  virtual Result<std::optional<Instant>> changed(const std::string& /*path*/) const {
    return std::optional<Instant>{};
  }
  /// Has nothing of it changed for longer than that? No where this is not known.
  bool is_older(const std::string& path, Milliseconds age) const {
    const auto told = changed(path);
    return told && *told && now() - **told > age;
  }
  /// Names in a directory, sorted, without "." and ".."; empty if it is absent.
  virtual Result<std::vector<std::string>> list(const std::string& path) const = 0;
  /// `path` or, if that is a symbolic link, where it finally leads, whether or not a file exists
  /// there: for writing through a user's link. Fails for circular links.
  virtual Result<std::string> follow_links(const std::string& path) const = 0;
  /// What a symbolic link holds, word for word; nothing for anything else.
  virtual std::optional<std::string> link_target(const std::string& /*path*/) const { return {}; }
  /// Temporary name in the same directory, fsync, rename, fsync of the directory. Replaces,
  /// also a link.
  virtual Status write_file(const std::string& path, std::string_view text, FileMode mode) = 0;
  /// The same, but never replaces: a file that is there already is a failure.
  virtual Status create_file(const std::string& path, std::string_view text, FileMode mode) = 0;
  /// Like write_file, but in place and not flushed: for files that can be regenerated at once.
  virtual Status write_plain(const std::string& path, std::string_view text, FileMode mode) {
    return write_file(path, text, mode);
  }
  /// A symbolic link of this name; one that is there already is a failure.
  virtual Status make_link(const std::string& path, const std::string& target) = 0;
  /// Makes the directory and its parents (0700 each that is new); present is fine.
  virtual Status make_directory(const std::string& path) = 0;
  /// The same; the directory itself (not its parents) may be read by all (0755): some programs
  /// refuse to look into others when they run as root.
  virtual Status make_shared_directory(const std::string& path) = 0;
  /// An absent file is not a failure.
  virtual Status remove_file(const std::string& path) = 0;
  /// A directory and everything in it; links are removed, not followed. Absent is not a failure.
  virtual Status remove_tree(const std::string& path) = 0;

  /// What was read of texts earlier; nullptr: nothing is kept.
  virtual DocumentCache* documents() const { return nullptr; }

  // Processes
  /// Absolute path of an executable on PATH, or nothing.
  virtual std::optional<std::string> find_program(const std::string& name) const = 0;
  /// Fails (Failed) if it could not be started, and (Unknown) if it ran and its answer broke off.
  /// SIGINT and SIGTERM to us do not reach the child but by `on_stop`; see `interrupted`.
  virtual Result<ProcessAnswer> run(const ProcessRequest& request) = 0;
  /// Starts a process that outlives this one; its files are appended to (0600 where new).
  virtual Result<ProcessIdentity> start_detached(const DetachedRequest& request) = 0;
  /// In doubt it lives: false only if the system says that it has ended.
  virtual bool alive(const ProcessIdentity& process) const = 0;
  /// Sends `signal` to the group of a detached process; one that has ended is a failure.
  virtual Status signal_group(const ProcessIdentity& process, int signal) = 0;
  /// Sends `signal` to the process alone.
  virtual Status signal_process(const ProcessIdentity& process, int signal) = 0;
  /// Runs with this process's terminal and waits: for interactive commands. `environment` is the
  /// child's whole environment.
  virtual Result<int> run_interactive(const std::vector<std::string>& argv,
                                      const Environment& environment) = 0;

  // Streams
  virtual void out(std::string_view text) = 0;
  virtual void err(std::string_view text) = 0;
  virtual bool out_is_terminal() const = 0;
  /// What standard output and standard error are shown on; NO_COLOR is obeyed.
  virtual Screen out_screen() const { return {}; }
  virtual Screen err_screen() const { return {}; }
  /// Shows what is in progress, as one line on stderr that the next output erases; only on a
  /// terminal. Empty: done.
  virtual void progress(std::string_view /*what*/) {}
  /// Was standard output closed when this process began? Then nothing can be written to it.
  virtual bool out_is_closed() const { return false; }
  /// Why bytes for standard output were lost, as errno; 0: none were. A reader that left (`| head`)
  /// does not count.
  virtual int output_error() const { return 0; }

  /// The id that `make_ulid` made last, so that ids of one millisecond keep their order.
  std::string latest_ulid;
};

/// The real one.
World& system_world();

}  // namespace gpujob
