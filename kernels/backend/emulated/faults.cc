// SPDX-License-Identifier: MIT
#include "backend/emulated/faults.h"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <execinfo.h>
#include <map>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "backend/emulated/settings.h"

namespace emulated {

namespace {

constexpr unsigned kMostSeconds = 60;  ///< of a child; then it hangs, and a signal ends it

bool is_child = false;

/// Has a call from this place in the program been tried often enough?
bool tried_enough() {
  static std::map<std::vector<void*>, unsigned long> tried;
  std::vector<void*> place(64);
  place.resize(static_cast<std::size_t>(backtrace(place.data(), static_cast<int>(place.size()))));
  return ++tried[place] > settings().fail_each;
}

[[noreturn]] void give_up(const std::string& what) {
  std::perror(("emulated: " + what).c_str());
  std::_Exit(2);
}

}  // namespace

bool is_child_to_fail(const char* name, long number) {
  if (settings().fail_each == 0 || is_child || tried_enough()) return false;
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
  (void)std::fprintf(file, "%s %d\n", name,
                     WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
  (void)std::fclose(file);
  return false;
}

}  // namespace emulated
