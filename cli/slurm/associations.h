// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "slurm/cluster_offers.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// What `sacctmgr show assoc` prints, also with --json. Fails for a row or a number that cannot be
/// read.
Result<std::vector<SlurmAssociation>> read_associations(std::string_view text);

/// Those of the calling user, as JSON where Slurm's `release` has it (see ask_json.h); empty: as
/// text. Nothing where accounting is disabled. Fails with ExitCode::Unknown when it could not be
/// asked.
Result<std::optional<std::vector<SlurmAssociation>>> list_associations(
    World& world, const Endpoint& endpoint, const std::string& release = "");

/// What a row of `sacctmgr show qos` allows. Fails for one that cannot be read.
Result<QosLimits> read_qos_limits(std::string_view row);

/// The same of one that Slurm knows. Fails with ExitCode::Unknown when it could not be asked.
Result<QosLimits> ask_qos_limits(World& world, const Endpoint& endpoint, const std::string& qos);

}  // namespace gpujob
