// SPDX-License-Identifier: MIT
#include "base/stop_signal.h"

#include <atomic>
#include <cerrno>
#include <ctime>
#include <poll.h>
#include <signal.h>  // NOLINT(*-deprecated-headers): sigaction is POSIX
#include <thread>
#include <unistd.h>

namespace gpujob::stop_signal {

namespace {

// Milliseconds. timeout(1) and some shells send the signal twice, to the process and to its group;
// no person is that fast.
constexpr long long kSameRequest = 100;
constexpr long long kSecondRequest = 2000;

volatile sig_atomic_t signal_number = 0;
std::atomic<long long> signal_at = 0;  ///< milliseconds of the monotonic clock
static_assert(std::atomic<long long>::is_always_lock_free, "a signal handler writes it");

/// Raised in a handler, the signal is delivered when the handler returns.
void die_of(int number) {
  ::signal(number, SIG_DFL);
  ::raise(number);
}

void remember(int number) {
  const int saved = errno;
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  const long long at = static_cast<long long>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
  const long long passed = at - signal_at;
  if (signal_number != 0 && passed > kSameRequest && passed <= kSecondRequest) {
    die_of(number);
  }
  const bool same = signal_at != 0 && passed <= kSameRequest;
  if ((signal_number == 0 && !same) || passed > kSecondRequest) {
    signal_number = number;
    signal_at = at;
  }
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
  static std::atomic<bool> listening = false;  // processes may be run side by side
  if (listening.exchange(true)) return;
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction old {};
    // An ignored signal (nohup, a background job) stays ignored.
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

void forget() {
  signal_number = 0;
}

void stop_without_reader() {
  listen();
  std::thread([stopped = ::pthread_self()] {
    pollfd output{STDOUT_FILENO, 0, 0};
    while (::poll(&output, 1, -1) < 0 && errno == EINTR) {
    }
    if ((output.revents & (POLLERR | POLLHUP)) == 0) return;
    ::pthread_kill(stopped,
                   SIGTERM);  // NOLINT(bugprone-bad-signal-to-kill-thread): it is listened to
  }).detach();
}

void pass_on() {
  if (signal_number != 0) die_of(signal_number);
}

bool sleep(std::chrono::milliseconds duration) {
  listen();
  // Blocked until ppoll unblocks them atomically: no signal is lost between check and sleep.
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
