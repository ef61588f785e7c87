// SPDX-License-Identifier: MIT
#include "base/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <poll.h>
#include <signal.h>  // NOLINT(*-deprecated-headers): kill is POSIX
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/file_error.h"
#include "base/spawn.h"
#include "base/stop_signal.h"

// One poll loop feeds, reads and watches the child, so that neither side blocks the other, even if
// the child writes before it reads or fills both of its pipes.
//
// waitpid tells the child's end, not the pipes: a child may close its output early, and a
// grandchild (a daemon that a wrapper started) may keep the pipe open long after. pidfd would be
// neater, but clusters still run kernels without it.

namespace gpujob::process {

namespace {

using Clock = std::chrono::steady_clock;

/// From TERM to KILL, and from the child's end until a pipe that stays open is given up.
constexpr std::chrono::seconds kKillAfter{2};
constexpr Milliseconds kLinger{200};
/// Bytes read at once. A pipe holds 1 MiB at most (/proc/sys/fs/pipe-max-size), so after that many
/// turns all has been read that was in it at the child's end.
constexpr std::size_t kBlock = 1u << 16;
constexpr int kTurns = 17;
/// How often the child is checked while its pipes are silent.
constexpr Milliseconds kShortestTick{1};
constexpr Milliseconds kLongestTick{50};

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};

/// Both ends at 3 or above, so that giving them to the child as 0, 1 and 2 cannot collide.
int make_pipe(Pipe& made) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
  const Descriptor first(ends[0]);
  const Descriptor second(ends[1]);
  made.read_end = Descriptor(::fcntl(first.get(), F_DUPFD_CLOEXEC, 3));
  made.write_end = Descriptor(::fcntl(second.get(), F_DUPFD_CLOEXEC, 3));
  return made.read_end && made.write_end ? 0 : errno;
}

void set_nonblocking(const Descriptor& end) {
  ::fcntl(end.get(), F_SETFL, O_NONBLOCK);
}

/// Our ends of the child's standard streams.
struct Streams {
  Pipe in;
  Pipe out;
  Pipe err;
};

Failure broken_answer(const std::string& program, const std::string& why) {
  return {ExitCode::Unknown, "'" + program + "'", "its answer broke off", why,
          "try again in a minute"};
}

class Child {
 public:
  explicit Child(const ProcessRequest& request) : request_(request), unsent_(request.stdin_text) {}

  /// 0 or an errno.
  int start(const std::string& path);
  Result<ProcessAnswer> wait();

 private:
  bool exchange(Milliseconds timeout);
  void take_rest();
  void feed();
  void drain(Descriptor& end, std::string& kept);
  void enforce_deadline();
  bool has_ended();
  Milliseconds next_tick();

  const ProcessRequest& request_;
  std::string_view unsent_;
  Streams streams_;
  ProcessAnswer answer_;
  std::string broken_;  ///< why the answer is not whole; empty: it is
  pid_t pid_ = 0;
  Clock::time_point started_;
  std::optional<Clock::time_point> terminated_;
  bool killed_ = false;
  bool over_limit_ = false;
  Milliseconds tick_ = kShortestTick;
};

int Child::start(const std::string& path) {
  Spawn spawn(ChildGroup::Own);
  if (unsent_.empty() && request_.on_kill == OnKill::End) {
    streams_.in.read_end = Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!streams_.in.read_end) return errno;
    spawn.give(streams_.in.read_end.get(), STDIN_FILENO);
  } else if (unsent_.empty()) {
    spawn.open(STDIN_FILENO, "/dev/null", O_RDONLY);
  } else {
    if (const int error = make_pipe(streams_.in); error != 0) return error;
    spawn.give(streams_.in.read_end.get(), STDIN_FILENO);
    set_nonblocking(streams_.in.write_end);
  }
  for (const auto& [pipe, number] :
       {std::pair(&streams_.out, STDOUT_FILENO), std::pair(&streams_.err, STDERR_FILENO)}) {
    if (const int error = make_pipe(*pipe); error != 0) return error;
    spawn.give(pipe->write_end.get(), number);
    set_nonblocking(pipe->read_end);
  }
  spawn.work_in(request_.directory);
  if (request_.on_kill == OnKill::End) spawn.end_with_us();
  started_ = Clock::now();
  const int error = spawn.start(path, request_.argv, request_.environment, pid_);
  // Ours must not stay open, or the pipes would never end.
  streams_.in.read_end.close();
  streams_.out.write_end.close();
  streams_.err.write_end.close();
  return error;
}

void Child::feed() {
  while (!unsent_.empty()) {
    const ssize_t sent = ::write(streams_.in.write_end.get(), unsent_.data(), unsent_.size());
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) return;
    if (sent < 0 && errno != EPIPE) {
      // Half of a script must not reach its end as if it were whole.
      broken_ = system_reason(errno);
      ::kill(-pid_, SIGKILL);
    }
    if (sent < 0) break;  // EPIPE: the child has stopped reading
    unsent_.remove_prefix(static_cast<std::size_t>(sent));
  }
  unsent_ = {};
  streams_.in.write_end.close();
}

/// Reads one block, so that the deadline is checked even if the child never stops writing.
void Child::drain(Descriptor& end, std::string& kept) {
  std::array<char, kBlock> block{};
  const ssize_t got = ::read(end.get(), block.data(), block.size());
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (got < 0) broken_ = system_reason(errno);
  if (got <= 0) {
    end.close();
    return;
  }
  const std::size_t room = request_.output_limit - std::min(request_.output_limit, kept.size());
  kept.append(block.data(), std::min(room, static_cast<std::size_t>(got)));
  if (static_cast<std::size_t>(got) > room) over_limit_ = true;
}

/// Has anything happened?
bool Child::exchange(Milliseconds timeout) {
  std::array<pollfd, 3> polled{{{streams_.in.write_end.get(), POLLOUT, 0},
                                {streams_.out.read_end.get(), POLLIN, 0},
                                {streams_.err.read_end.get(), POLLIN, 0}}};
  if (::poll(polled.data(), polled.size(), static_cast<int>(timeout.count())) <= 0) return false;
  tick_ = kShortestTick;
  if (polled[0].revents != 0) feed();
  if (polled[1].revents != 0) drain(streams_.out.read_end, answer_.out);
  if (polled[2].revents != 0) drain(streams_.err.read_end, answer_.err);
  return true;
}

void Child::enforce_deadline() {
  const Clock::time_point now = Clock::now();
  const bool late = request_.deadline > Milliseconds{0} && now - started_ >= request_.deadline;
  const bool unwanted = (request_.on_stop == OnStop::End && stop_signal::received() != 0) ||
                        (request_.at_limit == AtLimit::End && over_limit_);
  if (!terminated_ && (late || unwanted)) {
    answer_.timed_out = late;
    terminated_ = now;
    ::kill(-pid_, SIGTERM);
  } else if (terminated_ && !killed_ && now - *terminated_ >= kKillAfter) {
    killed_ = true;
    ::kill(-pid_, SIGKILL);
  }
}

bool Child::has_ended() {
  int status = 0;
  const pid_t ended = ::waitpid(pid_, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
  if (ended < 0) broken_ = system_reason(errno);
  if (ended == pid_) answer_.exit_status = exit_status_of(status);
  return true;
}

/// Short after any activity, then longer and longer; never past the deadline.
Milliseconds Child::next_tick() {
  tick_ = std::min(tick_ * 2, kLongestTick);
  if (request_.deadline <= Milliseconds{0} || terminated_) return tick_;
  const auto left = std::chrono::ceil<Milliseconds>(started_ + request_.deadline - Clock::now());
  return std::clamp(left, Milliseconds{0}, tick_);
}

/// The child's last output is still in the pipes, however late we come. What comes after it is of
/// others that hold the pipes, too: a daemon that says nothing, or one that the answer is of.
void Child::take_rest() {
  streams_.in.write_end.close();
  const auto is_open = [&] { return streams_.out.read_end || streams_.err.read_end; };
  for (int turn = 0; turn < kTurns && is_open() && exchange(Milliseconds{0}); ++turn) continue;
  const std::size_t own = answer_.out.size();
  const Clock::time_point end = Clock::now() + kLinger;
  while (is_open() && Clock::now() < end) {
    exchange(std::chrono::ceil<Milliseconds>(end - Clock::now()));
  }
  const bool may_go_on = streams_.out.read_end && (own == 0 || answer_.out.size() != own);
  if (may_go_on && answer_.exit_status == 0 && broken_.empty()) {
    broken_ = "it has ended, and another process holds its output";
  }
}

Result<ProcessAnswer> Child::wait() {
  while (!has_ended()) {
    exchange(next_tick());
    enforce_deadline();
  }
  answer_.elapsed = std::chrono::duration_cast<Milliseconds>(Clock::now() - started_);
  take_rest();
  if (broken_.empty()) return std::move(answer_);
  return broken_answer(request_.argv[0], broken_);
}

/// posix_spawn has one errno for the program and for the directory it is to work in.
Failure not_started(const ProcessRequest& request, int error) {
  if (error != ENOENT) return start_failure(request.argv[0], error);
  if (!request.directory.empty() && ::access(request.directory.c_str(), F_OK) != 0) {
    return file_failure(request.directory, "enter", ENOENT);
  }
  return start_failure(request.argv[0], ELIBACC);
}

/// posix_spawn reports one errno for the program, the directory and the files: say which it was.
Failure detached_not_started(const DetachedRequest& request, int error) {
  for (const std::string& path : {request.out_path, request.err_path}) {
    const std::string above = path.substr(0, path.rfind('/'));
    if (::access(path.c_str(), W_OK) != 0 &&
        (errno != ENOENT || ::access(above.c_str(), W_OK) != 0)) {
      return file_failure(path, "write", errno);
    }
  }
  return start_failure(request.argv[0], error);
}

}  // namespace

Result<ProcessAnswer> run(const ProcessRequest& request) {
  if (request.argv.empty()) return start_failure("", ENOENT);
  const std::optional<std::string> path = find_for(request.argv[0], request.environment);
  if (!path)
    return start_failure(request.argv[0], why_not_found(request.argv[0], request.environment));
  Child child(request);
  if (const int error = child.start(*path); error != 0) return not_started(request, error);
  return child.wait();
}

Result<pid_t> start_detached(const DetachedRequest& request) {
  if (request.argv.empty()) return start_failure("", ENOENT);
  const std::optional<std::string> path = find_for(request.argv[0], request.environment);
  if (!path)
    return start_failure(request.argv[0], why_not_found(request.argv[0], request.environment));
  Spawn spawn(ChildGroup::OwnSession);
  spawn.open(STDIN_FILENO, "/dev/null", O_RDONLY);
  constexpr int kAppend = O_WRONLY | O_CREAT | O_APPEND;
  spawn.open(STDOUT_FILENO, request.out_path, kAppend);
  if (request.err_path == request.out_path) {
    spawn.give(STDOUT_FILENO, STDERR_FILENO);
  } else {
    spawn.open(STDERR_FILENO, request.err_path, kAppend);
  }
  spawn.work_in(request.directory);
  pid_t pid = 0;
  if (const int error = spawn.start(*path, request.argv, request.environment, pid); error != 0) {
    return detached_not_started(request, error);
  }
  return pid;
}

Result<int> run_interactive(const std::vector<std::string>& argv, const Environment& environment) {
  if (argv.empty()) return start_failure("", ENOENT);
  const std::optional<std::string> path = find_for(argv[0], environment);
  if (!path) return start_failure(argv[0], why_not_found(argv[0], environment));
  // Ctrl-C reaches every process on the terminal; the child handles it, as in a shell.
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  struct sigaction old_int {};
  struct sigaction old_quit {};
  ::sigaction(SIGINT, &ignore, &old_int);
  ::sigaction(SIGQUIT, &ignore, &old_quit);
  Spawn spawn(ChildGroup::Ours);
  pid_t pid = 0;
  const int error = spawn.start(*path, argv, environment, pid);
  int status = 0;
  int lost = error;
  while (lost == 0 && ::waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) lost = errno;
  }
  ::sigaction(SIGINT, &old_int, nullptr);
  ::sigaction(SIGQUIT, &old_quit, nullptr);
  if (error != 0) return start_failure(argv[0], error == ENOENT ? ELIBACC : error);
  if (lost != 0) return broken_answer(argv[0], system_reason(lost));
  return exit_status_of(status);
}

}  // namespace gpujob::process
