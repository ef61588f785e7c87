// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "jobs/session/session.h"
#include "run/run_directory.h"

namespace gpujob {

/// What a run that is sent again is to have.
struct SendAgain {
  std::string run_id;
  std::string copy;  ///< the sum that names the copy that it starts in; may be empty
};

/// The new run, sent exactly once, with the plan of `old`. For one at a center behind ssh gpujob
/// there makes it from its own old run.
Result<RunRecord> send_again(Session& session, RunStore& store, const RunRecord& old,
                             const SendAgain& again);

/// The run that was sent, and the one that it is again.
struct Retried {
  RunRecord run;
  std::string old;
};

/// Sends the run that `word` names again, if it went wrong and its place is still there, and puts
/// the new one into the index.
Result<Retried> retry_run(Session& session, const std::string& word, const SendAgain& again);

}  // namespace gpujob
