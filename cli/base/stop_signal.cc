// SPDX-License-Identifier: MIT
#include "base/stop_signal.h"

#include <cerrno>
#include <ctime>
#include <poll.h>
#include <signal.h>  // NOLINT(*-deprecated-headers): sigaction is POSIX
#include <unistd.h>

#include "base/exit_code.h"

namespace gpujob::stop_signal {

namespace {

constexpr long kSecondWithin = 2;  // seconds

volatile sig_atomic_t signal_number = 0;
volatile sig_atomic_t signal_second = 0;  ///< of the monotonic clock

void remember(int number) {
  const int saved = errno;
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  if (signal_number != 0 && now.tv_sec - signal_second <= kSecondWithin) {
    ::_exit(exit_by_signal(number));
  }
  signal_number = number;
  signal_second = static_cast<sig_atomic_t>(now.tv_sec);
  errno = saved;
}

sigset_t stop_signals() {
  sigset_t set{};
  ::sigemptyset(&set);
  ::sigaddset(&set, SIGINT);
  ::sigaddset(&set, SIGTERM);
  return set;
}

}  // namespace

void listen() {
  static bool listening = false;
  if (listening) return;
  listening = true;
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction old {};
    // Started with `nohup` or in the background: ignored it stays.
    if (::sigaction(number, nullptr, &old) == 0 && old.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = remember;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(number, &action, nullptr);
  }
}

int received() {
  return signal_number;
}

bool sleep(std::chrono::milliseconds duration) {
  listen();
  // Blocked until ppoll opens them again in one step: no signal is lost between look and sleep.
  const sigset_t blocked = stop_signals();
  sigset_t before{};
  ::sigprocmask(SIG_BLOCK, &blocked, &before);
  const auto end = std::chrono::steady_clock::now() + duration;
  while (signal_number == 0) {
    const auto left = end - std::chrono::steady_clock::now();
    if (left <= left.zero()) break;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
    const timespec timeout{seconds.count(),
                           static_cast<long>((std::chrono::nanoseconds(left) - seconds).count())};
    ::ppoll(nullptr, 0, &timeout, &before);
  }
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  return signal_number == 0;
}

}  // namespace gpujob::stop_signal
