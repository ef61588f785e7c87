// SPDX-License-Identifier: MIT
// inject all|main OUT CALL WHAT K PROGRAM [WORD...]: runs the program, whose K-th system call named
// CALL fails with the errno WHAT ("EIO") or ends it ("KILL"), as strace's `inject=` does, or writes
// only half of its bytes ("SHORT"), and ends as the program did; with "all" once all has ended that
// it started. Calls on files of the kernel, the terminal and what the program loader reads do not
// count, nor do those of other processes; those on pipes to what the program started have names of
// their own, as have closings of files that were written and locks. OUT gets the call as one line,
// nothing if there was none; with WHAT "-" each that counts of every kind known here. A program
// whose call has failed is let go, and all is done on one processor: that takes a quarter of
// strace's time.
#include <array>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <syscall.h>
#include <unistd.h>

namespace {

enum class Of { Files, Pipes, WrittenFiles, Locks };

struct Call {
  const char* name;
  long number;
  const char* arguments;  // from the first: 'd' a directory's descriptor, 'f' a file's, 's' a path
  Of of = Of::Files;
};
constexpr std::array kCalls = {
    Call{"openat", SYS_openat, "ds"},
    Call{"getdents64", SYS_getdents64, "f"},
    Call{"newfstatat", SYS_newfstatat, "ds"},
    Call{"read", SYS_read, "f"},
    Call{"pread64", SYS_pread64, "f"},
    Call{"readlink", SYS_readlink, "s"},
    Call{"write", SYS_write, "f"},
    Call{"pwrite64", SYS_pwrite64, "f"},
    Call{"fsync", SYS_fsync, "f"},
    Call{"rename", SYS_rename, "ss"},
    Call{"linkat", SYS_linkat, "dsds"},
    Call{"link", SYS_link, "ss"},
    Call{"mkdir", SYS_mkdir, "s"},
    Call{"unlink", SYS_unlink, "s"},
    Call{"rmdir", SYS_rmdir, "s"},
    Call{"symlink", SYS_symlink, "ss"},
    Call{"ftruncate", SYS_ftruncate, "f"},
    Call{"fdatasync", SYS_fdatasync, "f"},
    Call{"fchmod", SYS_fchmod, "f"},
    Call{"close", SYS_close, "f"},
    Call{"pipe_read", SYS_read, "f", Of::Pipes},
    Call{"pipe_write", SYS_write, "f", Of::Pipes},
    Call{"close_written", SYS_close, "f", Of::WrittenFiles},
    Call{"lock", SYS_fcntl, "f", Of::Locks},
};

struct Error {
  const char* name;
  int number;
};
constexpr std::array kErrors = {
    Error{"EIO", EIO},       Error{"ESTALE", ESTALE}, Error{"EACCES", EACCES},
    Error{"ENOSPC", ENOSPC}, Error{"EDQUOT", EDQUOT}, Error{"EROFS", EROFS},
    Error{"EINTR", EINTR},   Error{"ENOLCK", ENOLCK},
};

constexpr unsigned kPatience = 60;  // seconds
bool waits_for_all = false;

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(99);
}

/// A number that ptrace tells of the stopped process's registers.
long peek(pid_t pid, std::size_t offset) {
  errno = 0;
  const long value = ptrace(PTRACE_PEEKUSER, pid, offset, nullptr);
  if (errno != 0) fail("inject: PEEKUSER");
  return value;
}

void poke(pid_t pid, std::size_t offset, long value) {
  if (ptrace(PTRACE_POKEUSER, pid, offset, value) != 0) fail("inject: POKEUSER");
}

/// The text at an address of the process, which ends with a zero byte.
std::string text_at(pid_t pid, long address) {
  std::string text;
  while (text.size() < PATH_MAX) {
    errno = 0;
    const long word = ptrace(PTRACE_PEEKDATA, pid, address, nullptr);
    if (errno != 0) return text;
    std::array<char, sizeof(word)> bytes;
    std::memcpy(bytes.data(), &word, sizeof(word));
    for (const char byte : bytes) {
      if (byte == '\0') return text;
      text += byte;
    }
    address += static_cast<long>(sizeof(word));
  }
  return text;
}

std::string path_of(pid_t pid, int descriptor) {
  std::array<char, PATH_MAX> path;
  const std::string link = "/proc/" + std::to_string(pid) + "/fd/" + std::to_string(descriptor);
  const ssize_t size = readlink(link.c_str(), path.data(), path.size());
  return size < 0 ? "" : std::string(path.data(), static_cast<std::size_t>(size));
}

/// The call that the process is about to make, as strace would write it.
std::string line_of(pid_t pid, const Call& call) {
  constexpr std::array<std::size_t, 4> kRegisters = {
      offsetof(user_regs_struct, rdi), offsetof(user_regs_struct, rsi),
      offsetof(user_regs_struct, rdx), offsetof(user_regs_struct, r10)};
  std::string line = call.name;
  const char* separator = "(";
  for (std::size_t i = 0; call.arguments[i] != '\0'; ++i) {
    const long value = peek(pid, kRegisters[i]);
    line += separator;
    separator = ", ";
    if (call.arguments[i] == 's') {
      line += '"' + text_at(pid, value) + '"';
    } else if (static_cast<int>(value) == AT_FDCWD) {
      line += "AT_FDCWD";
    } else {
      line += std::to_string(static_cast<int>(value)) + '<' +
              path_of(pid, static_cast<int>(value)) + '>';
    }
  }
  return line + ')';
}

bool is_own(const std::string& line) {
  constexpr std::array<std::string_view, 8> kOthers = {
      "/proc/", "/sys/", "pipe:", "socket:", "/dev/", "/etc/ld.so", "/usr/lib/locale", ".so."};
  // "/dev/shm" is a directory as others are.
  for (const std::string_view other : kOthers) {
    const std::size_t at = line.find(other);
    if (at != std::string::npos && line.compare(at, 9, "/dev/shm/") != 0) return false;
  }
  return line.find(".so\"") == std::string::npos && line.find(".so>") == std::string::npos;
}

/// Was the file opened to be written?
bool is_written(pid_t pid, int descriptor) {
  const std::string path = "/proc/" + std::to_string(pid) + "/fdinfo/" + std::to_string(descriptor);
  FILE* file = std::fopen(path.c_str(), "r");
  unsigned flags = O_RDONLY;
  if (file != nullptr) {
    if (std::fscanf(file, "%*s %*s %*s %o", &flags) != 1) flags = O_RDONLY;  // after "pos:"
    std::fclose(file);
  }
  return (flags & O_ACCMODE) != O_RDONLY;
}

/// Does the call count that the process is about to make?
bool counts(pid_t pid, const Call& call, const std::string& line) {
  const auto first = [&] { return static_cast<int>(peek(pid, offsetof(user_regs_struct, rdi))); };
  if (call.of == Of::Pipes) {
    return line.find("<pipe:") != std::string::npos && first() > STDERR_FILENO;
  }
  if (!is_own(line)) return false;
  if (call.of == Of::WrittenFiles) return is_written(pid, first());
  const long command = call.of == Of::Locks ? peek(pid, offsetof(user_regs_struct, rsi)) : F_SETLK;
  return command == F_SETLK || command == F_SETLKW;
}

/// Ends as the process did.
[[noreturn]] void end_as(int status) {
  if (waits_for_all) {
    alarm(kPatience);
    while (wait(nullptr) > 0 || errno == EINTR) continue;
  }
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    kill(getpid(), WTERMSIG(status));
  }
  std::exit(WEXITSTATUS(status));
}

int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) != pid) {
    if (errno != EINTR) fail("inject: waitpid");
  }
  return status;
}

/// Lets the process go on until it has begun or ended a system call; ends with it.
void next_stop(pid_t pid) {
  int signal = 0;
  for (;;) {
    if (ptrace(PTRACE_SYSCALL, pid, nullptr, signal) != 0 && errno != ESRCH) {
      fail("inject: SYSCALL");
    }
    const int status = wait_for(pid);
    if (!WIFSTOPPED(status)) end_as(status);
    if (WSTOPSIG(status) == (SIGTRAP | 0x80)) return;
    // An event of ptrace's own is no signal to hand on.
    signal = status >> 16 != 0 ? 0 : WSTOPSIG(status);
  }
}

template <class Table>
auto find(const Table& table, std::string_view name) {
  for (const auto& row : table) {
    if (name == row.name) return row;
  }
  std::fprintf(stderr, "inject: no '%s' is known here\n", std::string(name).c_str());
  std::exit(99);
}

void write_line(int out, const std::string& line) {
  if (write(out, line.data(), line.size()) < 0) fail("inject: write");
}

long next_call(pid_t pid) {
  next_stop(pid);
  return peek(pid, offsetof(user_regs_struct, orig_rax));
}

[[noreturn]] void list_calls(pid_t pid, int out) {
  for (;;) {
    const long number = next_call(pid);
    for (const Call& call : kCalls) {
      if (call.number != number) continue;
      const std::string line = line_of(pid, call);
      if (counts(pid, call, line)) write_line(out, line + "\n");
    }
    next_stop(pid);
  }
}

/// Lets the process go on until it begins the k-th call; ends with it if it makes fewer.
std::string find_call(pid_t pid, const Call& call, long k) {
  for (;;) {
    if (next_call(pid) == call.number) {
      std::string line = line_of(pid, call);
      if (counts(pid, call, line) && --k == 0) return line;
    }
    next_stop(pid);
  }
}

[[noreturn]] void end_at_call(pid_t pid) {
  kill(pid, SIGKILL);
  end_as(wait_for(pid));
}

/// An error of 0: half of the bytes are written.
[[noreturn]] void fail_call(pid_t pid, int error, const cpu_set_t& processors) {
  if (error == 0) {
    const long bytes = peek(pid, offsetof(user_regs_struct, rdx));
    poke(pid, offsetof(user_regs_struct, rdx), (bytes + 1) / 2);
  } else {
    poke(pid, offsetof(user_regs_struct, orig_rax), -1);  // no call at all
    next_stop(pid);
    poke(pid, offsetof(user_regs_struct, rax), -error);
  }
  sched_setaffinity(pid, sizeof(processors), &processors);
  if (ptrace(PTRACE_DETACH, pid, nullptr, nullptr) != 0) fail("inject: DETACH");
  end_as(wait_for(pid));
}

/// Keeps this process and what it starts on one processor; returns those that it had.
cpu_set_t stay_here() {
  cpu_set_t before;
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(static_cast<std::size_t>(sched_getcpu()), &here);
  if (sched_getaffinity(0, sizeof(before), &before) != 0) fail("inject: getaffinity");
  sched_setaffinity(0, sizeof(here), &here);
  return before;
}

}  // namespace

int main(int count, char** words) {
  if (count < 7) {
    std::fputs("inject all|main OUT CALL WHAT K PROGRAM [WORD...]\n", stderr);
    return 99;
  }
  // What has lost its parent becomes a child of this process.
  waits_for_all = std::string_view(*++words) == "all";
  if (waits_for_all && prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) fail("inject: SUBREAPER");
  const int out = open(words[1], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (out < 0) fail(words[1]);
  const std::string what = words[3];
  const cpu_set_t processors = stay_here();
  const pid_t pid = fork();
  if (pid < 0) fail("inject: fork");
  if (pid == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) fail("inject: TRACEME");
    raise(SIGSTOP);
    execvp(words[5], words + 5);
    fail(words[5]);
  }
  wait_for(pid);
  if (ptrace(PTRACE_SETOPTIONS, pid, nullptr,
             PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL) != 0) {
    fail("inject: SETOPTIONS");
  }
  if (what == "-") list_calls(pid, out);
  const Call call = find(kCalls, words[2]);
  const bool is_killed = what == "KILL";
  const int error = is_killed || what == "SHORT" ? 0 : find(kErrors, what).number;
  write_line(out, find_call(pid, call, std::atol(words[4])) + " (INJECTED)\n");
  is_killed ? end_at_call(pid) : fail_call(pid, error, processors);
}
