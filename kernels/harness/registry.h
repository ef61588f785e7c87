// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "device/hold.h"
#include "harness/experiment.h"
#include "harness/spec.h"

namespace gpujob {

/// A workload that is part of this binary: one in a program, all of them in the tests.
struct Registered {
  Spec spec;
  MakeExperiment make;
};

inline std::vector<Registered>& registered() {
  static std::vector<Registered> all;
  return all;
}

/// A workload's source ends with `const Registration kRegistration(spec(), make);`. A template, so
/// that a kernel is compiled there and in no other file.
struct Registration {
  template <class Make>
  Registration(Spec spec, Make make) {
    registered().push_back({std::move(spec), make});
    compile_wait<1>();
  }
};

}  // namespace gpujob
