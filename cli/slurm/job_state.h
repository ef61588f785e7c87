// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// What a state of Slurm means for somebody who waits.
enum class Phase { Pending, Running, Done, Failed, Unknown };

struct StateMeaning {
  std::string_view name;   ///< "TIMEOUT"
  std::string_view letters;  ///< "TO"
  Phase phase;
  std::string_view advice;  ///< one sentence for people; may be empty
};

/// "CANCELLED by 1000" and "CANCELLED+" are CANCELLED; a word not listed is Phase::Unknown.
StateMeaning meaning_of(std::string_view state);

/// One job as the queue or the accounting lists it (allocations, never steps).
struct JobRow {
  std::string job_id;
  std::string name;
  std::string state;   ///< the raw word
  std::string reason;  ///< "Resources"; from the queue
  std::string exit;    ///< "0:0"; from the accounting
  std::string nodes;
  std::string elapsed;
  std::string submitted;
};

/// All of this user's jobs in the queue, in one call; by user, never by id.
/// Fails with ExitCode::Unknown when the controller could not be asked.
Result<std::vector<JobRow>> list_queue(World& world, const Endpoint& endpoint);

/// Rows of the accounting for `job_ids`; an empty optional where accounting is disabled.
/// Fails with ExitCode::Unknown when it could not be asked.
Result<std::optional<std::vector<JobRow>>> list_accounting(World& world, const Endpoint& endpoint,
                                                           const std::vector<std::string>& job_ids);

/// Asks Slurm to end a job. Success means asked, not ended: look again.
Status cancel_job(World& world, const Endpoint& endpoint, const std::string& job_id);

}  // namespace gpujob
