// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gpujob {

/// What started this run, from GPUJOB_* and SLURM_*; empty where unknown.
struct RunFacts {
  std::string id, site, cluster, partition, gpu_key, gpu_model, executor, sandbox, stand_in_for;
  int launch = 1;
  std::string job_id;
  std::vector<std::string> nodes;
};

struct HostFacts {
  std::string name;
  std::string cpu;
  std::string processor;  ///< as `uname -m`
  std::string isa;        ///< instruction set the host's loops run with
  int cores_used = 1;
  int cores_allowed = 1;
  std::string affinity;  ///< numbers of the cores that its threads may run on: "0-3,8"
};

/// Empty where it is not set.
std::string environment(const char* name);

RunFacts read_run_facts();

/// Name, processor and allowed cores; `isa` and `cores_used` are left to the caller.
HostFacts read_host_facts();

/// Slurm's short form of node names in full: "b-cn[08-10,12]" is b-cn08, b-cn09, b-cn10, b-cn12.
std::vector<std::string> expand_nodes(const std::string& list);

/// Now, in UTC: 2026-11-21T10:15:30Z.
std::string utc_now();

}  // namespace gpujob
