// SPDX-License-Identifier: MIT
#include "base/detached.h"

#include <cerrno>
#include <signal.h>  // NOLINT(*-deprecated-headers): kill is POSIX
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/disk.h"
#include "base/file_error.h"
#include "base/format.h"
#include "base/spawn.h"
#include "base/text.h"

namespace gpujob::detached {

namespace {

std::string boot_id() {
  const Result<std::string> text = disk::read_range("/proc/sys/kernel/random/boot_id", 0, 64);
  return text ? std::string(trim(*text)) : "";
}

struct Stat {
  char state = '?';
  long long start_ticks = 0;
};

/// /proc/<pid>/stat: "pid (name) state ...", where the name may hold blanks and parentheses;
/// counted from the last ')', field 3 is the state and field 22 the start in clock ticks.
std::optional<Stat> read_stat(long pid) {
  const Result<std::string> text = disk::read_range(format("/proc/{}/stat", pid), 0, 4096);
  if (!text) return std::nullopt;
  const std::size_t name_end = text->rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  const std::string rest(trim(std::string_view(*text).substr(name_end + 1)));
  const std::vector<std::string_view> fields = split(rest, ' ');
  constexpr std::size_t kStart = 22 - 3;
  if (fields.size() <= kStart || fields[0].size() != 1) return std::nullopt;
  const std::optional<long long> ticks = parse_integer(fields[kStart]);
  if (!ticks) return std::nullopt;
  return Stat{fields[0][0], *ticks};
}

/// posix_spawn reports one errno for the program, the directory and the files: say which it was.
Failure explain(const DetachedRequest& request, int error) {
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

Result<ProcessIdentity> start(const DetachedRequest& request) {
  if (request.argv.empty()) return start_failure("", ENOENT);
  const std::optional<std::string> path = find_for(request.argv[0], request.environment);
  if (!path) return start_failure(request.argv[0], ENOENT);
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
    return explain(request, error);
  }
  // It stays in the process table until we wait for it or end, so the file is there to be read.
  const std::optional<Stat> stat = read_stat(pid);
  return ProcessIdentity{pid, stat ? stat->start_ticks : 0, boot_id()};
}

bool alive(const ProcessIdentity& process) {
  if (process.pid <= 0 || process.boot_id != boot_id()) return false;
  ::waitpid(static_cast<pid_t>(process.pid), nullptr, WNOHANG);  // in case it was our child
  const std::optional<Stat> stat = read_stat(process.pid);
  return stat && stat->start_ticks == process.start_ticks && stat->state != 'Z' &&
         stat->state != 'X';
}

Status signal_group(const ProcessIdentity& process, int signal) {
  if (!alive(process)) return signal_failure(process.pid, ESRCH);
  if (::kill(static_cast<pid_t>(-process.pid), signal) == 0) return {};
  return signal_failure(process.pid, errno);
}

Status signal_process(const ProcessIdentity& process, int signal) {
  if (!alive(process)) return signal_failure(process.pid, ESRCH);
  if (::kill(static_cast<pid_t>(process.pid), signal) == 0) return {};
  return signal_failure(process.pid, errno);
}

}  // namespace gpujob::detached
