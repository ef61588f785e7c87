// SPDX-License-Identifier: MIT
#include "harness/measure.h"
#include "harness/registry.h"

int main(int argc, char** argv) {
  const gpujob::Registered& workload = gpujob::registered().front();
  return gpujob::run_program(argc, argv, workload.spec, workload.make);
}
