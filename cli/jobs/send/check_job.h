// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "jobs/session/session.h"
#include "jobs/sweep/planned_sweep.h"

namespace gpujob {

/// A batch that the scheduler would accept.
struct TakenBatch {
  const Batch& batch;
  std::string where;    ///< "center/cluster", "sandbox 'x'"
  std::string sandbox;  ///< empty: none
  std::string words;    ///< the scheduler's
};

/// Asks the scheduler or the sandbox with `sbatch --test-only` whether it would accept each batch.
/// Nothing is submitted. Fails with ExitCode::Scheduler and the likely causes, or with
/// ExitCode::Unknown at the first unclear answer.
Status check_jobs(Session& session, const PlaceFlags& place, const PlannedSweep& planned,
                  const std::function<void(const TakenBatch&)>& on_taken);

/// `refused` with the likely causes in the batch's script.
Failure explained(DataFiles& data_files, const PlannedSweep& planned, const Batch& batch,
                  Failure refused);

}  // namespace gpujob
