// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gpujob {

/// The cli_filter.lua of a sandbox of full scale, which lies beside slurm.conf: sbatch, srun and
/// salloc refuse jobs without --test-only, since no node would ever run them. `site` is
/// center/cluster.
std::string submit_filter_lua(const std::string& sandbox, const std::string& site);

}  // namespace gpujob
