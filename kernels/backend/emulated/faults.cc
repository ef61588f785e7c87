// SPDX-License-Identifier: MIT
#include "backend/emulated/faults.h"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <execinfo.h>
#include <map>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "backend/emulated/settings.h"

namespace emulated {

namespace {

constexpr unsigned kMostSeconds = 60;  ///< of a child; then it hangs, and a signal ends it

bool is_child = false;
volatile bool* has_failed = nullptr;  ///< of the child, told to its parent

[[noreturn]] void give_up(const std::string& what) {
  std::perror(("emulated: " + what).c_str());
  std::_Exit(2);
}

/// Goes on in a child, and here once that has ended. Is this the child?
bool in_child(long number) {
  const std::string folder = std::to_string(number);
  if (mkdir(folder.c_str(), 0700) != 0) give_up(folder);
  (void)std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) give_up("fork");
  if (child == 0) {
    is_child = true;
    if (chdir(folder.c_str()) != 0 || std::freopen("stdout", "w", stdout) == nullptr ||
        std::freopen("stderr", "w", stderr) == nullptr) {
      give_up(folder);
    }
    alarm(kMostSeconds);
    return true;
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child) give_up("waitpid");
  std::FILE* file = std::fopen((folder + "/status").c_str(), "w");
  if (file == nullptr) give_up(folder);
  (void)std::fprintf(file, "%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
  (void)std::fclose(file);
  return false;
}

/// A child for each number, up to one that the program has no call of.
long divide_by_number() {
  long number = settings().fail;
  if (settings().fail_every == 0) return number;
  void* shared =
      mmap(nullptr, sizeof(bool), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) give_up("mmap");
  has_failed = static_cast<volatile bool*>(shared);
  for (;; number += settings().fail_every) {
    if (in_child(number)) return number;
    if (!*has_failed) std::_Exit(0);
    *has_failed = false;
  }
}

/// Has a call from this place in the program been tried often enough?
bool tried_enough() {
  static std::map<std::vector<void*>, unsigned long> tried;
  std::vector<void*> place(64);
  place.resize(static_cast<std::size_t>(backtrace(place.data(), static_cast<int>(place.size()))));
  return ++tried[place] > settings().fail_each;
}

}  // namespace

long call_to_fail() {
  static const long number = divide_by_number();
  return number;
}

bool is_child_to_fail(long number) {
  return settings().fail_each != 0 && !is_child && !tried_enough() && in_child(number);
}

void tell_failure(long number, const char* name) {
  std::fprintf(stderr, "emulated: call %ld, %s, fails\n", number, name);
  if (has_failed != nullptr) *has_failed = true;
}

}  // namespace emulated
