// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

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

/// A workload's source ends with `const Registration kRegistration(spec(), make);`.
struct Registration {
  Registration(Spec spec, MakeExperiment make) { registered().push_back({std::move(spec), make}); }
};

}  // namespace gpujob
