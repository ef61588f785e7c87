// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "base/stop_signal.h"
#include "base/world.h"
#include "command/program.h"

int main(int argc, char** argv) {
  const int status =
      gpujob::run_gpujob(std::vector<std::string>(argv, argv + argc), gpujob::system_world());
  gpujob::stop_signal::pass_on();
  return status;
}
