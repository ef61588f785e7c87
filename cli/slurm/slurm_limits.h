// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "base/duration.h"

namespace gpujob {

/// Limits of one kind, of each job or of all jobs that run at a time. What has no limit is absent.
struct SlurmLimits {
  std::optional<long long> gpus;
  std::optional<long long> cpus;
  std::optional<long long> nodes;
  std::optional<long long> memory_mib;
  std::optional<long long> submitted;  ///< jobs of a user, those that wait too
  std::optional<Seconds> time;
};

/// What a quality of service allows. Its limits come before those of the same kind of an
/// association. Source: https://slurm.schedmd.com/resource_limits.html (hierarchy).
struct QosLimits {
  SlurmLimits each_job;
  SlurmLimits all_jobs;
  SlurmLimits each_user;
};

/// Narrows `limits` by what sacctmgr lists: "cpu=64,gres/gpu=2,mem=1000G,node=4". Other resources
/// are left out. False if one cannot be read.
bool narrow_by_tres(std::string_view listed, SlurmLimits& limits);

/// Takes a time of sacctmgr, "2-00:00:00", or a number; empty: no limit. False if it is neither.
bool read_limit(std::string_view cell, std::optional<Seconds>& time);
bool read_limit(std::string_view cell, std::optional<long long>& number);

/// What the more generous of both allows.
SlurmLimits widest(const SlurmLimits& one, const SlurmLimits& other);
/// What both allow.
SlurmLimits narrowest(const SlurmLimits& one, const SlurmLimits& other);
/// Those of `limits` that `first` does not say.
SlurmLimits without(const SlurmLimits& limits, const SlurmLimits& first);

}  // namespace gpujob
