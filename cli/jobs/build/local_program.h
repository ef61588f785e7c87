// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "base/world.h"
#include "plan/job_plan.h"

namespace gpujob {

/// Looks for what a job that starts on this machine runs, before there is a run of it.
class LocalPrograms {
 public:
  explicit LocalPrograms(World& world) : world_(world) {}

  /// The command of `gpujob run -- COMMAND`: a file, or a program on PATH.
  Status find_command(const std::string& name) const;

  /// The program of a workload, and the packages of a bundled Python program; these are asked for
  /// once for each program, and not where modules or an environment may bring them.
  Status find_program(const JobPlan& plan);

 private:
  Status find_packages(const WorkloadPlan& work, const std::string& path);

  World& world_;
  std::map<std::string, Status> packages_;  ///< by the program's path
};

}  // namespace gpujob
