// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "base/world.h"
#include "jobs/session/site_selection.h"
#include "script/parse.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// What the Slurm that `endpoint` names says now that bears on the job of a script, by one question
/// of each kind: GPUs of its type, or nodes of its partition, that are free, down or drained;
/// limits of the user's association and of the QOS that are below what the script asks for;
/// maintenance, and reservations that hold nodes of its partition. What could not be asked is a
/// warning.
Diagnostics live_remarks(World& world, const Endpoint& endpoint, const Selection& site,
                         const std::string& file, const ParsedScript& script);

}  // namespace gpujob
