// SPDX-License-Identifier: MIT
#include <signal.h>  // NOLINT(*-deprecated-headers): signal names of POSIX
#include <string>
#include <vector>

#include "base/stop_signal.h"
#include "base/world.h"
#include "command/program/program.h"

int main(int argc, char** argv) {
  // Whoever ignores the ends of its children hands that down: then nobody learns how ours ended.
  ::signal(SIGCHLD, SIG_DFL);
  const int status =
      gpujob::run_gpujob(std::vector<std::string>(argv, argv + argc), gpujob::system_world());
  gpujob::stop_signal::pass_on();
  return status;
}
