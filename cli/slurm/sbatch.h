// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "base/world.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// The argument list of a submission, sbatch first; the script goes to its standard input.
std::vector<std::string> sbatch_arguments(const Endpoint& endpoint,
                                          const std::vector<std::string>& users_own);

/// A center's own words beside sbatch's, and what they mean: "accepted", "refused" or "later". An
/// accepted one is a whole line with `{{job}}` where the id stands; the others begin a line, are
/// believed of a failed sbatch only, and count as the controller's.
using OwnAnswers = std::vector<std::pair<std::string, std::string>>;

/// What an answer of sbatch means. Only listed words are a refusal; the default is Unknown.
struct SbatchVerdict {
  enum class Kind { Accepted, Refused, RefusedForNow, Unknown };
  Kind kind = Kind::Unknown;
  std::string job_id;       ///< digits
  std::string cluster;      ///< after the ";", or empty
  std::string words;        ///< sbatch's own error lines without prefixes, printable; may be empty
  bool never_sent = false;  ///< of a refusal: sbatch ended before it asked the controller
  std::optional<Instant> starts{};  ///< of a test: the controller's estimate of the job's start
};

/// Pure. An id line is a whole line of digits with an optional ";cluster"; the last such line
/// counts, whatever banners surround it and whatever the exit status says.
SbatchVerdict classify_sbatch(const ProcessAnswer& answer, const OwnAnswers& own = {});

/// The same for `sbatch --test-only`, which says whether it would take the script and makes no job;
/// no job id. Pure.
SbatchVerdict classify_test_only(const ProcessAnswer& answer);

/// Calls sbatch once, with a deadline of 180 s: Slurm itself gives up after 120 s when its queue is
/// full, and that refusal must not become an unknown. Fails only if it could not be started:
/// where its answer broke off, `err` says so and the exit status is -1.
Result<ProcessAnswer> call_sbatch(World& world, const Endpoint& endpoint,
                                  const std::vector<std::string>& argv, const std::string& script,
                                  const std::string& directory);

}  // namespace gpujob
