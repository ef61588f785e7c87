// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "command/args/command.h"
#include "command/submit/planned_sweep.h"
#include "command/submit/sent_runs.h"
#include "jobs/session.h"
#include "run/run_directory.h"

namespace gpujob {

/// Sends the batches of a sweep in order, each exactly once, and prints the runs. Missing programs
/// are built first. On this machine each run ends before the next one starts. A refusal or an
/// unclear answer stops the sweep: the failure lists what was sent and the command lines for the
/// rest.
CommandResult send_jobs(Session& session, const Arguments& arguments, const PlannedSweep& planned);

/// The jobs of one site beside those of others: the caller prints remarks and results.
class SiteSender {
 public:
  virtual ~SiteSender() = default;

  /// Everything that can fail before there is a run.
  virtual Status prepare() = 0;
  /// All that is left, in order.
  virtual Status send_points() = 0;
  virtual const std::vector<SentRun>& sent() const = 0;
  /// The points that were not sent; one with an unclear answer is not among them.
  virtual std::vector<std::size_t> left() const = 0;
  virtual RunStore& store_of(const std::string& run_directory) = 0;
  /// The status of the job; of several the first that is not 0.
  virtual CommandResult wait_for_sent() = 0;
};

/// Keeps references to all of them.
std::unique_ptr<SiteSender> sender_for_site(Session& session, const Arguments& arguments,
                                            const PlannedSweep& planned);

/// The same as send_jobs for the only job of `planned`; prints nothing on stdout.
Result<RunRecord> send_one_job(Session& session, const Arguments& arguments,
                               const PlannedSweep& planned);

}  // namespace gpujob
