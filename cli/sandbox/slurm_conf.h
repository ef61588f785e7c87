// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "sandbox/emulation.h"
#include "sandbox/layout.h"

// The texts of Slurm's configuration. Pure.

namespace gpujob {

/// What this machine and this sandbox add to an emulation.
struct SlurmSettings {
  std::string host;  ///< short name of this machine
  std::string user;  ///< the number of the user who runs the daemons and may submit
  int slurmctld_port = 0;
  int first_slurmd_port = 0;  ///< one port per node from here on, in order; scale run only
  long long first_job_id = 1;
  int slurmdbd_port = 0;  ///< 0: no accounting
};

std::string slurm_conf(const Emulation& emulation, const SandboxLayout& layout,
                       const SlurmSettings& settings);
/// What plays the GPUs of all nodes: gpu0, gpu1, ... in layout.gpu_files(). slurmd tells jobs of
/// devices alone, so each is a link to one that does nothing.
inline constexpr const char* kGpuDevice = "/dev/null";
std::string gres_conf(const Emulation& emulation, const SandboxLayout& layout);
std::string cgroup_conf();

/// The largest number of GPUs on one node: so many GPU files are needed.
int most_gpus(const Emulation& emulation);

}  // namespace gpujob
