// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "device/macros.h"
#include "harness/spec.h"

namespace gpujob {

enum class Action { Measure, Merge, Describe, Help };

/// The processes of one launch, each with the same number of its devices.
struct Tasks {
  int count = 1;
  int index = 0;  ///< of this process
  int local = 0;  ///< the same among those of its node
};

/// When to stop taking samples: at the first of seconds, noise and most.
struct Limits {
  double seconds = 60;                  ///< of the whole program; one sample is always taken
  double noise = 0.005;                 ///< relative standard error of the mean to reach; 0: never
  int least = GPUJOB_GPU ? 20 : 5;      ///< samples to take before `noise` may stop
  double timed = GPUJOB_GPU ? 0.5 : 0;  ///< seconds that these have to make up together
  int most = GPUJOB_GPU ? 2000 : 100;
  bool batches = true;  ///< of runs, where so many samples make up less than `timed`
};

struct Options {
  Action action = Action::Measure;
  std::string variant;
  std::string precision;
  std::map<std::string, std::string> parameters;  ///< all of them, defaults filled in
  std::optional<std::uint32_t> seed;              ///< of all random numbers
  Limits limits;
  int gpus = 1;        ///< devices that the run is split over; on CPUs groups of cores
  Tasks tasks;         ///< that share the devices
  int batch = 1;       ///< runs that are timed as one sample
  std::string report;  ///< path; empty: standard output
};

/// Options, or what is wrong with them.
struct Parsed {
  Options options;
  std::string problem;
};

Parsed parse_options(const Spec& spec, const std::vector<std::string>& arguments);

/// Text of --help.
std::string usage(const Spec& spec);

}  // namespace gpujob
