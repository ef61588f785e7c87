// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "harness/experiment.h"
#include "harness/options.h"
#include "harness/report.h"
#include "harness/spec.h"

namespace gpujob {

/// Runs an experiment as its options say: cold once, checked; warm-ups; samples, the last checked
/// again. After a wrong answer one sample is taken and no ceiling. Throws NoDevice, DeviceError.
Report measure(const Spec& spec, const Options& options, MakeExperiment make);

/// The program: options, measurement, report. Returns the exit status (0, 1, 2 or 77).
int run_program(int argc, char** argv, const Spec& spec, MakeExperiment make);

}  // namespace gpujob
