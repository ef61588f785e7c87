// SPDX-License-Identifier: MIT
#include "slurm/endpoint.h"

#include "base/child_environment.h"

namespace gpujob {

std::string slurm_command(const Endpoint& endpoint, const std::string& name) {
  return endpoint.sbatch.substr(0, endpoint.sbatch.rfind('/') + 1) + name;
}

Environment endpoint_environment(const Environment& ours, const Endpoint& endpoint) {
  Environment environment = child_environment(ours);
  for (const auto& [name, value] : endpoint.added) environment[name] = value;
  if (!endpoint.slurm_conf.empty()) environment["SLURM_CONF"] = endpoint.slurm_conf;
  return environment;
}

}  // namespace gpujob
