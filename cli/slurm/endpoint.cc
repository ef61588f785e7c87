// SPDX-License-Identifier: MIT
#include "slurm/endpoint.h"

#include "base/child_environment.h"
#include "base/format.h"

namespace gpujob {

std::string slurm_command(const World& world, const Endpoint& endpoint, const std::string& name) {
  const std::string beside = endpoint.sbatch.substr(0, endpoint.sbatch.rfind('/') + 1) + name;
  const bool elsewhere = world.kind(beside) == FileKind::Absent && world.find_program(name);
  return elsewhere ? name : beside;
}

namespace {

Environment with_endpoint(Environment environment, const Endpoint& endpoint) {
  for (const auto& [name, value] : endpoint.added) environment[name] = value;
  if (!endpoint.slurm_conf.empty()) environment["SLURM_CONF"] = endpoint.slurm_conf;
  return environment;
}

}  // namespace

Environment endpoint_environment(const Environment& ours, const Endpoint& endpoint) {
  return with_endpoint(child_environment(ours), endpoint);
}

Environment session_environment(const Environment& ours, const Endpoint& endpoint) {
  Environment environment = ours;
  std::erase_if(environment, [](const auto& variable) {
    return variable.first.starts_with("SALLOC_") || variable.first.starts_with("SLURM_");
  });
  return with_endpoint(std::move(environment), endpoint);
}

std::string why_gone(const World& world, const Endpoint& endpoint) {
  if (endpoint.kind != EndpointKind::Sandbox) return "";
  const bool is_here = endpoint.host.empty() || endpoint.host == world.host_name();
  const bool gone = is_here && world.kind(endpoint.slurm_conf) == FileKind::Absent;
  return gone ? format("sandbox '{}' has ended", endpoint.sandbox) : "";
}

}  // namespace gpujob
