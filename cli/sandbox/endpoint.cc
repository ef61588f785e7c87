// SPDX-License-Identifier: MIT
#include "sandbox/endpoint.h"

#include "sandbox/module_tree.h"

namespace gpujob {

Endpoint endpoint_of(const SandboxRecord& record) {
  Endpoint endpoint;
  endpoint.kind = EndpointKind::Sandbox;
  endpoint.sbatch = record.sbatch;
  endpoint.slurm_conf = record.layout.slurm_conf();
  endpoint.sandbox = record.name;
  endpoint.polling_floor = Seconds(1);
  const SandboxLayout& layout = record.layout;
  endpoint.added = module_environment(layout.modules(), layout.shell_start());
  endpoint.added["GPUJOB_LIBEXEC"] = layout.libexec();
  endpoint.added["GPUJOB_SANDBOX"] = record.name;
  return endpoint;
}

}  // namespace gpujob
