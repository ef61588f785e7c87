// SPDX-License-Identifier: MIT
#pragma once

#include "command/args/command.h"

// One command line, many jobs: options of submit and script; see sweep.h.

namespace gpujob {

inline constexpr OptionSpec kRunsOption{
    .name = "runs",
    .value = "N",
    .help = "N equal jobs, for a comparison: the spread between runs counts",
    .group = "Work"};

inline constexpr OptionSpec kSweepOption{
    .name = "sweep",
    .value = "KEY=V1,V2,...",
    .help = "one job per value; with several keys one per combination",
    .completes = Completes::Sweep,
    .repeat = Repeat::Yes,
    .group = "Work"};

inline constexpr OptionSpec kThrottleOption{
    .name = "throttle",
    .value = "N",
    .help = "of the jobs of --runs or --sweep run at most N of each job array at a time",
    .group = "Work"};

}  // namespace gpujob
