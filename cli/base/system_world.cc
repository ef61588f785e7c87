// SPDX-License-Identifier: MIT
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <limits>
#include <memory>
#include <poll.h>
#include <signal.h>  // NOLINT(*-deprecated-headers): SIGPIPE and kill are POSIX
#include <stdexcept>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/disk.h"
#include "base/document_cache.h"
#include "base/file_error.h"
#include "base/format.h"
#include "base/process.h"
#include "base/process_stat.h"
#include "base/program_build.h"
#include "base/spawn.h"
#include "base/stop_signal.h"
#include "base/world.h"

extern char** environ;  // NOLINT(*-redundant-declaration): POSIX wants it declared

// The real world. No name service is asked (no getpwuid, no getaddrinfo) and nothing is loaded at
// run time: a statically linked program must give the same answers.

namespace gpujob {

namespace {

constexpr std::size_t kWhole = std::numeric_limits<std::size_t>::max();

/// The bytes of /dev/urandom, for kernels without the call.
std::string urandom(std::size_t count) {
  Result<std::string> bytes = disk::read_range("/dev/urandom", 0, count);
  if (!bytes || bytes->size() != count) throw std::runtime_error("no source of random bytes");
  return *std::move(bytes);
}

class SystemWorld : public World {
 public:
  SystemWorld() : out_is_closed_(::fcntl(STDOUT_FILENO, F_GETFD) == -1) {
    // A reader that goes away or a limit on a file's size makes write() fail, and does not kill
    // this process.
    ::signal(SIGPIPE, SIG_IGN);
    ::signal(SIGXFSZ, SIG_IGN);
    // The next file opened would get a closed stream's number, and our output would go into it.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
      if (::fcntl(stream, F_GETFD) != -1) continue;
      // Opened the wrong way round, so that using it still fails.
      (void)::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }

  std::optional<std::string> variable(const std::string& name) const override {
    const char* const value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
    if (value == nullptr) return std::nullopt;
    return value;
  }
  Environment environment() const override;
  void replace_environment(const Environment& environment) override;
  std::string working_directory() const override;
  std::string program_path() const override;
  std::string host_name() const override;
  std::string user_name() const override;

  Instant now() const override {
    return std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
  }
  bool sleep(Milliseconds duration) override;
  int interrupted() const override { return stop_signal::received(); }
  void forget_interrupt() override { stop_signal::forget(); }
  std::string random_bytes(std::size_t count) override;

  FileKind kind(const std::string& path) const override { return disk::kind(path); }
  Result<bool> is_file(const std::string& path) const override { return disk::is_file(path); }
  Result<std::optional<Instant>> changed(const std::string& path) const override {
    return disk::changed(path);
  }
  Result<std::string> read_file(const std::string& path) const override {
    return disk::read_range(path, 0, kWhole);
  }
  Result<std::optional<std::string>> read_if_present(const std::string& path) const override {
    return disk::read_if_present(path, kWhole);
  }
  Result<std::string> read_range(const std::string& path, std::size_t offset,
                                 std::size_t limit) const override {
    return disk::read_range(path, offset, limit);
  }
  Result<std::vector<std::string>> list(const std::string& path) const override {
    return disk::list(path);
  }
  Result<std::string> follow_links(const std::string& path) const override {
    return disk::follow_links(path);
  }
  std::optional<std::string> link_target(const std::string& path) const override {
    return disk::link_target(path);
  }
  Status write_file(const std::string& path, std::string_view text, FileMode mode) override {
    return disk::write(path, text, mode, disk::Existing::Replace);
  }
  Status create_file(const std::string& path, std::string_view text, FileMode mode) override {
    return disk::write(path, text, mode, disk::Existing::Refuse);
  }
  Status write_plain(const std::string& path, std::string_view text, FileMode mode) override {
    return disk::write_plain(path, text, mode);
  }
  Status make_link(const std::string& path, const std::string& target) override {
    return disk::make_link(path, target);
  }
  Status make_directory(const std::string& path) override { return disk::make_directory(path); }
  Status make_shared_directory(const std::string& path) override {
    return disk::make_shared_directory(path);
  }
  Status remove_file(const std::string& path) override { return disk::remove(path); }
  Status remove_tree(const std::string& path) override { return disk::remove_tree(path); }
  DocumentCache* documents() const override { return &documents_; }

  std::optional<std::string> find_program(const std::string& name) const override {
    return find_for(name, {});
  }
  Result<ProcessAnswer> run(const ProcessRequest& request) override {
    stop_signal::listen();
    return process::run(request);
  }
  Result<ProcessIdentity> start_detached(const DetachedRequest& request) override;
  bool alive(const ProcessIdentity& process) const override;
  Status signal_process(const ProcessIdentity& process, int signal) override {
    return send_signal(process, process.pid, signal);
  }
  Status signal_group(const ProcessIdentity& process, int signal) override {
    return send_signal(process, -process.pid, signal);
  }
  Result<int> run_interactive(const std::vector<std::string>& argv,
                              const Environment& environment) override {
    progress("");
    return process::run_interactive(argv, environment);
  }

  void out(std::string_view text) override {
    erase_progress();
    if (const int error = write_stream(STDOUT_FILENO, text)) output_error_ = error;
  }
  void err(std::string_view text) override {
    erase_progress();
    write_stream(STDERR_FILENO, text);
  }
  Screen out_screen() const override { return screen_of(STDOUT_FILENO); }
  Screen err_screen() const override { return screen_of(STDERR_FILENO); }
  void progress(std::string_view what) override;
  bool out_is_terminal() const override { return ::isatty(STDOUT_FILENO) == 1; }
  bool out_is_closed() const override { return out_is_closed_; }
  int output_error() const override { return output_error_; }

 private:
  Status send_signal(const ProcessIdentity& process, long target, int signal) const;
  static int write_stream(int stream, std::string_view text);
  Screen screen_of(int stream) const;
  void draw_progress();
  void erase_progress();

  mutable DocumentCache documents_{*this, program_build()};
  std::string progress_;  ///< what is in progress; empty: nothing
  Instant progress_since_{};
  bool progress_is_drawn_ = false;
  bool out_is_closed_;
  int output_error_ = 0;
};

Environment SystemWorld::environment() const {
  Environment all;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view setting = *entry;
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos || equals == 0) continue;
    all.emplace(setting.substr(0, equals), setting.substr(equals + 1));
  }
  return all;
}

void SystemWorld::replace_environment(const Environment& environment) {
  ::clearenv();
  for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
}

Result<ProcessIdentity> SystemWorld::start_detached(const DetachedRequest& request) {
  stop_signal::listen();
  const Result<pid_t> pid = process::start_detached(request);
  if (!pid) return pid.failure();
  // Without these the process could not be recognised later: a failed look is repeated.
  for (int attempt = 1;; ++attempt) {
    std::string boot = boot_id(*this);
    const auto stat = read_process_stat(*this, format("/proc/{}", *pid), boot);
    if (stat && !boot.empty()) return stat->process;
    if (attempt == 3) return stat ? stat->process : ProcessIdentity{*pid, 0, std::move(boot)};
  }
}

/// Nothing if the process may live and /proc does not tell.
std::optional<bool> lives(const World& world, const ProcessIdentity& process) {
  const std::string boot = boot_id(world);
  if (process.pid <= 0 || (!boot.empty() && process.boot_id != boot)) return false;
  const auto pid = static_cast<pid_t>(process.pid);
  ::waitpid(pid, nullptr, WNOHANG);  // in case it was our child
  const auto stat = read_process_stat(world, format("/proc/{}", process.pid), process.boot_id);
  if (stat) return stat->process == process && stat->state != 'Z' && stat->state != 'X';
  if (::kill(pid, 0) != 0 && errno == ESRCH) return false;
  return std::nullopt;
}

bool SystemWorld::alive(const ProcessIdentity& process) const {
  return lives(*this, process).value_or(true);
}

/// `target` is the process or, negative, its group. In doubt none is sent: the number may be
/// another's by now.
Status SystemWorld::send_signal(const ProcessIdentity& process, long target, int signal) const {
  const std::optional<bool> known = lives(*this, process);
  if (!known.value_or(false)) return signal_failure(process.pid, known ? ESRCH : EIO);
  if (::kill(static_cast<pid_t>(target), signal) == 0) return {};
  return signal_failure(process.pid, errno);
}

std::string SystemWorld::working_directory() const {
  struct Free {
    void operator()(char* text) const { std::free(text); }  // NOLINT: getcwd allocates
  };
  const std::unique_ptr<char, Free> path(::getcwd(nullptr, 0));
  return path ? path.get() : "/";
}

std::string SystemWorld::program_path() const {
  std::array<char, 4096> path{};
  const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size());
  return length > 0 ? std::string(path.data(), static_cast<std::size_t>(length)) : "";
}

std::string SystemWorld::host_name() const {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

std::string SystemWorld::user_name() const {
  for (const char* const name : {"USER", "LOGNAME"}) {
    const std::optional<std::string> user = variable(name);
    if (user && !user->empty()) return *user;
  }
  return std::to_string(::geteuid());
}

std::string SystemWorld::random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  std::size_t filled = 0;
  while (filled < count) {
    const ssize_t got = ::getrandom(bytes.data() + filled, count - filled, 0);
    if (got < 0 && errno == ENOSYS) return urandom(count);
    if (got < 0 && errno != EINTR) throw std::runtime_error("no source of random bytes");
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  return bytes;
}

Screen SystemWorld::screen_of(int stream) const {
  if (::isatty(stream) != 1) return {};
  winsize size{};
  const bool known = ::ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  const std::string terminal = variable("TERM").value_or("");
  const bool plain = !variable("NO_COLOR").value_or("").empty();
  return {known ? size.ws_col : std::size_t{80}, !plain && !terminal.empty() && terminal != "dumb"};
}

void SystemWorld::progress(std::string_view what) {
  if (::isatty(STDERR_FILENO) != 1) return;
  if (progress_.empty()) progress_since_ = now();
  progress_ = what;
  if (what.empty()) return erase_progress();
  draw_progress();
}

void SystemWorld::draw_progress() {
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(now() - progress_since_).count();
  std::string line = progress_ + (seconds > 0 ? format(" ({} s)", seconds) : "");
  const std::size_t columns = err_screen().columns;
  if (line.size() >= columns) line.resize(columns - 1);
  write_stream(STDERR_FILENO, "\r" + line + "\033[K");
  progress_is_drawn_ = true;
}

void SystemWorld::erase_progress() {
  if (progress_is_drawn_) write_stream(STDERR_FILENO, "\r\033[K");
  progress_is_drawn_ = false;
}

/// Redraws the progress each second.
bool SystemWorld::sleep(Milliseconds duration) {
  constexpr Milliseconds tick{1000};
  for (; !progress_.empty() && duration > tick; duration -= tick) {
    if (!stop_signal::sleep(tick)) return false;
    draw_progress();
  }
  return stop_signal::sleep(duration);
}

/// Why bytes were lost, as errno; 0 for a reader that went away on purpose (`| head`).
int SystemWorld::write_stream(int stream, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(stream, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd ready{stream, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno == EPIPE ? 0 : errno;
    }
  }
  return 0;
}

}  // namespace

World& system_world() {
  static SystemWorld world;
  return world;
}

}  // namespace gpujob
