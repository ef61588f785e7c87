// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "base/world.h"
#include "command/program.h"

int main(int argc, char** argv) {
  return gpujob::run_gpujob(std::vector<std::string>(argv, argv + argc), gpujob::system_world());
}
