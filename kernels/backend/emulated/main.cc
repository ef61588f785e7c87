// SPDX-License-Identifier: MIT
// All workloads in one program: emulated_cuda WORKLOAD [options].
#include <cstdio>
#include <string>

#include "backend/emulated/faults.h"
#include "harness/measure.h"
#include "harness/registry.h"

int main(int argc, char** argv) {
  (void)emulated::call_to_fail();  // may divide the process, while it has no other thread
  const std::string name = argc > 1 ? argv[1] : "";
  for (const gpujob::Registered& workload : gpujob::registered()) {
    if (workload.spec.name != name) continue;
    return gpujob::run_program(argc - 1, argv + 1, workload.spec, workload.make);
  }
  std::fprintf(stderr, "%s: no workload '%s'\n", argv[0], name.c_str());
  return 2;
}
