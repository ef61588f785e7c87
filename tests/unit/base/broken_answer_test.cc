// SPDX-License-Identifier: MIT
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <string>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/world.h"
#include "support/messages.h"
#include "support/temporary_directory.h"

// Answers of children that break off: the system itself lets calls for so many bytes fail, as only
// those on a child's pipes ask for, in a process of its own.

namespace gpujob {
namespace {

/// From now on each call of that number for so many bytes fails with `error`, here and in children.
void let_fail(unsigned call, unsigned bytes, unsigned error) {
  constexpr unsigned kLoad = BPF_LD | BPF_W | BPF_ABS;
  constexpr unsigned kUnlessEqual = BPF_JMP | BPF_JEQ | BPF_K;
  constexpr unsigned kReturn = BPF_RET | BPF_K;
  constexpr unsigned kBytes = offsetof(seccomp_data, args) + 2 * sizeof(__u64);
  std::array<sock_filter, 6> filter{{{kLoad, 0, 0, offsetof(seccomp_data, nr)},
                                     {kUnlessEqual, 0, 3, call},
                                     {kLoad, 0, 0, kBytes},
                                     {kUnlessEqual, 0, 1, bytes},
                                     {kReturn, 0, 0, SECCOMP_RET_ERRNO | error},
                                     {kReturn, 0, 0, SECCOMP_RET_ALLOW}}};
  const sock_fprog program{filter.size(), filter.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    std::perror("seccomp");
    ::_exit(1);
  }
}

constexpr unsigned kReadSize = 1u << 16;  ///< of our reads of a pipe; no shell asks for as much

Result<ProcessAnswer> run_shell(const std::string& script, const std::string& input = "") {
  ProcessRequest request;
  request.argv = {"sh", "-c", script};
  request.environment = {{"PATH", "/usr/bin:/bin"}};
  request.stdin_text = input;
  return system_world().run(request);
}

bool breaks_off(const Result<ProcessAnswer>& answer, const std::string& why) {
  return static_cast<bool>(
      fails_with(answer, ExitCode::Unknown,
                 {"'sh': its answer broke off (" + why + "); try again in a minute"}));
}

int read_with_an_error() {
  let_fail(SYS_read, kReadSize, EIO);
  return breaks_off(run_shell("echo 4711"), "input/output error") ? 7 : 1;
}

TEST(BrokenAnswerDeathTest, OutputThatCannotBeReadIsNoEmptyOne) {
  EXPECT_EXIT(_exit(read_with_an_error()), testing::ExitedWithCode(7), "");
}

/// The child reads all of its input and then says so, in a file.
int write_with_an_error(const std::string& file) {
  constexpr unsigned kRest = 4321;  // of what a pipe takes without a reader
  let_fail(SYS_write, kRest, EIO);
  const std::string input(16 * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + kRest, '#');
  const auto answer = run_shell("sleep 0.2; cat >/dev/null; echo >" + file, input);
  return breaks_off(answer, "input/output error") && access(file.c_str(), F_OK) != 0 ? 7 : 1;
}

TEST(BrokenAnswerDeathTest, AChildWhoseInputBreaksOffIsEndedBeforeItCouldUseIt) {
  const TemporaryDirectory directory;
  EXPECT_EXIT(_exit(write_with_an_error(directory.path() + "/all")), testing::ExitedWithCode(7),
              "");
}

TEST(BrokenAnswer, AnAnswerOfWhomItStartedIsNotTakenForNone) {
  const std::string held = "it has ended, and another process holds its output";
  EXPECT_TRUE(breaks_off(run_shell("setsid sleep 2 & exit 0"), held));
  // A line each millisecond, so that it is never more than is read of an answer.
  const std::string goes_on =
      "perl -e '$|=1; for(1..2000) { print qq(x\n); select undef,undef,undef,0.001 }'";
  EXPECT_TRUE(breaks_off(run_shell("setsid " + goes_on + " & sleep 0.5; exit 0"), held));
  const auto refused = run_shell("setsid sleep 2 & exit 3");
  ASSERT_TRUE(is_ok(refused)) << "its status says enough";
  EXPECT_EQ(refused->exit_status, 3);
}

}  // namespace
}  // namespace gpujob
