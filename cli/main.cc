// SPDX-License-Identifier: MIT
#include <signal.h>  // NOLINT(*-deprecated-headers): signal names of POSIX
#include <string>
#include <vector>

#include "base/stop_signal.h"
#include "base/world.h"
#include "command/program/program.h"

int main(int argc, char** argv) {
  // A parent that ignores SIGCHLD passes that on, and exit statuses of our children would be lost.
  ::signal(SIGCHLD, SIG_DFL);
  const int status =
      gpujob::run_gpujob(std::vector<std::string>(argv, argv + argc), gpujob::system_world());
  gpujob::stop_signal::pass_on();
  return status;
}
