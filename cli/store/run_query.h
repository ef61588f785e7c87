// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "store/run_row.h"

namespace gpujob {

/// A filter as SQL over the table of runs: every word of the user's is a bound value.
struct RunQuery {
  std::string sql;
  std::vector<std::string> values;  ///< for the question marks, in order
};

/// The beginning of a UTC time that `since` ("2026-11-21", "7d") means; empty for an empty one.
/// Fails with ExitCode::Usage for a text that is neither a day nor an age.
Result<std::string> start_of(const std::string& since, Instant now);

/// Pure. Fails with ExitCode::Usage for an invalid time.
Result<RunQuery> make_run_query(const RunFilter& filter, Instant now);

}  // namespace gpujob
