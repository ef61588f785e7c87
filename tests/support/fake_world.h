// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/world.h"

namespace gpujob {

/// A process that ended by itself.
ProcessAnswer ended(int exit_status, std::string out = "", std::string err = "");

/// A process that was ended at its deadline.
ProcessAnswer ended_at_deadline(Milliseconds deadline);

/// A World in memory: the test sets what is outside, the code under test finds nothing else.
///
///     FakeWorld world;
///     world.put("/etc/x.yaml", "a: 1\n");
///     world.always({"squeue"}, ended(0, "42 PENDING\n"));
///     world.once({"sbatch", "--parsable"}, ended(0, "42\n"));
///     world.fail_write(2, ENOSPC);
///
/// The clock starts at 2026-11-21T09:30:00Z and moves only by `sleep`, by `elapsed` of an answer
/// and by `advance`.
class FakeWorld : public World {
 public:
  struct File {
    std::string text;
    FileMode mode = FileMode::Private;
  };
  struct Write {
    std::string path;
    std::string text;
    FileMode mode = FileMode::Private;
  };
  struct Signal {
    ProcessIdentity process;
    int number = 0;
  };

  // What the test may set at any time. HOME, USER and PATH are there from the start.
  Environment variables{{"HOME", "/home/ada"}, {"USER", "ada"}, {"PATH", "/usr/bin:/bin"}};
  std::string directory = "/home/ada/project";
  std::string program = "/opt/gpujob/bin/gpujob";
  std::string host = "login1";
  std::map<std::string, File> files;
  std::set<std::string> directories{"/", "/home", "/home/ada", "/home/ada/project"};
  std::map<std::string, std::string> programs;  ///< name to absolute path: what PATH would find
  Instant clock;
  bool terminal = false;
  int interactive_status = 0;

  // What the code under test did.
  std::string out_text;
  std::string err_text;
  std::vector<Write> writes;
  std::vector<ProcessRequest> requests;
  std::vector<DetachedRequest> detached;
  std::vector<std::vector<std::string>> interactive;
  Environment interactive_environment;  ///< of the last of them
  std::vector<Milliseconds> sleeps;
  std::vector<Signal> signals;

  /// Called after the clock moved in `sleep`: change the outside during a wait.
  std::function<void(FakeWorld&)> on_sleep;
  /// Called with each request before an answer is looked up: look at the world as it is then.
  std::function<void(const ProcessRequest&)> on_run;
  /// Called with each detached start: may put the files that the process would write.
  std::function<void(const DetachedRequest&)> on_detach;

  FakeWorld();

  /// Puts a file and its parent directories, not counted as a write.
  void put(const std::string& path, std::string text, FileMode mode = FileMode::Private);
  /// Text of a file; empty if it is absent.
  std::string text_of(const std::string& path) const;
  void advance(Milliseconds duration) { clock += duration; }

  /// Answers one call whose argv starts with `prefix`; such answers are used in order, before any
  /// `always`. A first word without '/' also matches a path that ends in that name. The program is
  /// from then on found on PATH as /usr/bin/<name>. An exit status below 0: the answer breaks off.
  void once(std::vector<std::string> prefix, ProcessAnswer answer);
  /// Answers every call whose argv starts with `prefix`; the latest wins.
  void always(std::vector<std::string> prefix, ProcessAnswer answer);
  /// The same with an answer that depends on the request.
  void always(std::vector<std::string> prefix,
              std::function<ProcessAnswer(const ProcessRequest&)> answer);
  /// Starting this program fails with the system's reason `error` (errno).
  void refuse_start(const std::string& name, int error);
  /// Answers given by `once` that were never used.
  std::size_t unused_answers() const { return once_.size(); }

  /// The n-th write from now on (from 1; write_file and create_file) fails with `error` (errno).
  void fail_write(int n, int error);
  /// Every read of `path`, a file or a directory, fails with `error`; 0: no longer.
  void fail_read(const std::string& path, int error) { unreadable_[path] = error; }
  /// What `path` is cannot be seen: a directory above it cannot be searched.
  void hide(const std::string& path) { hidden_.insert(path); }
  /// The n-th sleep from now on (from 1) ends with `signal`.
  void interrupt_sleep(int n, int signal);
  /// A detached process ends by itself.
  void end(const ProcessIdentity& process) { alive_.erase(process.pid); }

  // World
  std::optional<std::string> variable(const std::string& name) const override;
  Environment environment() const override { return variables; }
  void replace_environment(const Environment& all) override { variables = all; }
  std::string working_directory() const override { return directory; }
  std::string program_path() const override { return program; }
  std::string host_name() const override { return host; }
  std::string user_name() const override;
  Instant now() const override { return clock; }
  bool sleep(Milliseconds duration) override;
  int interrupted() const override { return interrupted_; }
  std::string random_bytes(std::size_t count) override;

  FileKind kind(const std::string& path) const override;
  Result<bool> is_file(const std::string& path) const override;
  Result<std::string> read_file(const std::string& path) const override;
  Result<std::string> read_range(const std::string& path, std::size_t offset,
                                 std::size_t limit) const override;
  Result<std::vector<std::string>> list(const std::string& path) const override;
  Result<std::string> follow_links(const std::string& path) const override;
  std::optional<std::string> link_target(const std::string& path) const override {
    return links_.count(path) == 0 ? std::nullopt : std::optional(text_of(path));
  }
  Status write_file(const std::string& path, std::string_view text, FileMode mode) override;
  Status create_file(const std::string& path, std::string_view text, FileMode mode) override;
  /// A file that holds the target: nothing but follow_links follows it.
  Status make_link(const std::string& path, const std::string& target) override;
  Status make_directory(const std::string& path) override;
  Status make_shared_directory(const std::string& path) override { return make_directory(path); }
  Status remove_file(const std::string& path) override;
  Status remove_tree(const std::string& path) override;

  std::optional<std::string> find_program(const std::string& name) const override;
  Result<ProcessAnswer> run(const ProcessRequest& request) override;
  Result<ProcessIdentity> start_detached(const DetachedRequest& request) override;
  bool alive(const ProcessIdentity& process) const override;
  Status signal_group(const ProcessIdentity& process, int signal) override;
  Status signal_process(const ProcessIdentity& process, int signal) override {
    return signal_group(process, signal);
  }
  Result<int> run_interactive(const std::vector<std::string>& argv,
                              const Environment& environment) override;

  void out(std::string_view text) override { out_text += text; }
  void err(std::string_view text) override { err_text += text; }
  bool out_is_terminal() const override { return terminal; }

 private:
  using Answerer = std::function<ProcessAnswer(const ProcessRequest&)>;
  using Scripted = std::pair<std::vector<std::string>, Answerer>;

  Status put_written(const Write& write, const char* action);
  int read_error(const std::string& path) const;
  void install(const std::vector<std::string>& prefix);
  const Answerer* find_answer(const std::vector<std::string>& argv);

  std::vector<Scripted> once_;
  std::vector<Scripted> always_;
  Answerer taken_;
  std::map<std::string, int> unstartable_;
  std::map<std::string, int> unreadable_;
  std::set<std::string> hidden_;
  std::set<std::string> links_;
  std::map<int, int> failing_writes_;  ///< number of the write that fails, errno
  std::map<int, int> interrupting_sleeps_;
  std::map<long, ProcessIdentity> alive_;
  int write_count_ = 0;
  int sleep_count_ = 0;
  int interrupted_ = 0;
  long next_pid_ = 1000;
  unsigned random_state_ = 1;
};

}  // namespace gpujob
