// SPDX-License-Identifier: MIT
#include "base/spawn.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <signal.h>  // NOLINT(*-deprecated-headers): sigset_t functions are POSIX
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/exit_code.h"
#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr int kFirstClosed = 3;
constexpr int kNotStarted = 127;
/// What the C library uses where PATH is not set.
constexpr const char* kDefaultPath = "/bin:/usr/bin";

/// A file that cannot be looked at, not a second time either (a stale handle, a failing disk), is
/// not absent: starting it will tell.
bool may_be_executable(const std::string& path) {
  struct stat status {};
  const bool is_known = ::stat(path.c_str(), &status) == 0;
  if (is_known ? !S_ISREG(status.st_mode) : errno != ESTALE && errno != EIO) return false;
  return ::access(path.c_str(), X_OK) == 0 || (!is_known && (errno == ESTALE || errno == EIO));
}

std::string path_of(const Environment& environment) {
  const auto theirs = environment.find("PATH");
  if (theirs != environment.end()) return theirs->second;
  const char* const ours = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe)
  return ours != nullptr ? ours : kDefaultPath;
}

/// The array of C strings that exec wants, pointing into `words`.
std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  result.reserve(words.size() + 1);
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

Spawn::Spawn(ChildGroup group) : group_(group) {
  ::posix_spawnattr_init(&attributes_);
  ::posix_spawn_file_actions_init(&actions_);
  sigset_t none{};
  sigset_t all{};
  ::sigemptyset(&none);
  ::sigfillset(&all);
  ::posix_spawnattr_setsigmask(&attributes_, &none);
  ::posix_spawnattr_setsigdefault(&attributes_, &all);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  if (group == ChildGroup::Own) {
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    flags |= POSIX_SPAWN_SETPGROUP;
  } else if (group == ChildGroup::OwnSession) {
    flags |= POSIX_SPAWN_SETSID;
  }
  ::posix_spawnattr_setflags(&attributes_, flags);
}

Spawn::~Spawn() {
  ::posix_spawn_file_actions_destroy(&actions_);
  ::posix_spawnattr_destroy(&attributes_);
}

void Spawn::give(int ours, int theirs) {
  given_.emplace_back(ours, theirs);
  ::posix_spawn_file_actions_adddup2(&actions_, ours, theirs);
}

void Spawn::open(int theirs, const std::string& path, int flags) {
  ::posix_spawn_file_actions_addopen(&actions_, theirs, path.c_str(), flags, 0600);
}

void Spawn::work_in(const std::string& directory) {
  if (directory.empty()) return;
  ::posix_spawn_file_actions_addchdir_np(&actions_, directory.c_str());
}

int Spawn::start(const std::string& path, const std::vector<std::string>& argv,
                 const Environment& environment, pid_t& pid) {
  ::posix_spawn_file_actions_addclosefrom_np(&actions_, kFirstClosed);
  std::vector<std::string> words = argv;
  std::vector<std::string> settings;
  settings.reserve(environment.size());
  for (const auto& [name, value] : environment) settings.push_back(format("{}={}", name, value));
  if (tied_) return start_tied(path, pointers(words), pointers(settings), pid);
  return ::posix_spawn(&pid, path.c_str(), &actions_, &attributes_, pointers(words).data(),
                       pointers(settings).data());
}

/// posix_spawn has no action for it. Behind the fork stand system calls alone, since another thread
/// may have held a lock; a pipe that exec closes brings the errno of what failed.
int Spawn::start_tied(const std::string& path, const std::vector<char*>& argv,
                      const std::vector<char*>& environment, pid_t& pid) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
  const Descriptor failed_read(ends[0]);
  Descriptor failed_write(ends[1]);
  const pid_t parent = ::getpid();
  struct sigaction by_default {};
  by_default.sa_handler = SIG_DFL;
  sigset_t none{};
  ::sigemptyset(&none);
  pid = ::fork();
  if (pid < 0) return errno;
  if (pid == 0) {
    bool good = ::prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && ::getppid() == parent;
    for (int number = 1; number < NSIG; ++number) ::sigaction(number, &by_default, nullptr);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (group_ == ChildGroup::Own) ::setpgid(0, 0);
    for (const auto& [ours, theirs] : given_) good = good && ::dup2(ours, theirs) >= 0;
    if (good) ::execve(path.c_str(), argv.data(), environment.data());
    const int error = errno;
    (void)!::write(failed_write.get(), &error, sizeof error);
    ::_exit(kNotStarted);
  }
  failed_write.close();
  int error = 0;
  ssize_t got = 0;
  do {
    got = ::read(failed_read.get(), &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  if (got <= 0) return 0;
  (void)::waitpid(pid, nullptr, 0);
  return error;
}

std::optional<std::string> find_on_path(const std::string& name, const std::string& path) {
  if (name.empty()) return std::nullopt;
  if (name.find('/') != std::string::npos) {
    return may_be_executable(name) ? std::optional(name) : std::nullopt;
  }
  for (const std::string_view directory : split(path, ':')) {
    // An empty part means the working directory, which is never searched.
    if (!directory.starts_with('/')) continue;
    std::string candidate = std::string(directory) + "/" + name;
    if (may_be_executable(candidate)) return candidate;
  }
  return std::nullopt;
}

std::optional<std::string> find_for(const std::string& name, const Environment& environment) {
  return find_on_path(name, path_of(environment));
}

int why_not_found(const std::string& name, const Environment& environment) {
  /// 0: the path is a file.
  const auto look = [](const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return errno;
    return S_ISREG(status.st_mode) ? 0 : ENOENT;
  };
  if (name.find('/') != std::string::npos) {
    const int error = look(name);
    return error == 0 ? EACCES : error;
  }
  const std::string path = path_of(environment);
  for (const std::string_view directory : split(path, ':')) {
    if (directory.starts_with('/') && look(format("{}/{}", directory, name)) == 0) return EACCES;
  }
  return ENOENT;
}

int exit_status_of(int wait_status) {
  if (WIFEXITED(wait_status)) return WEXITSTATUS(wait_status);
  return exit_by_signal(WTERMSIG(wait_status));
}

}  // namespace gpujob
