// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "jobs/send/center_request.h"
#include "jobs/session/session.h"
#include "jobs/sweep/planned_sweep.h"

namespace gpujob {

/// The run of a point. It has no job if it was refused or the answer was unclear.
struct SentRun {
  std::size_t point = 0;
  RunRecord run;
};

/// "01J… 01J…", of an array its id: what commands take for these runs, as far as they have jobs.
std::string words_for(const std::vector<SentRun>& sent);

/// Is told of each batch that was sent, and of its runs as far as they can be read.
using OnSent = std::function<void(const PlannedSweep& planned, const Batch& batch,
                                  const std::vector<RunRecord>& runs)>;

/// Sends the batches of a planned sweep in order, each exactly once. Missing programs are built
/// first. On this machine each run ends before the next one starts. Keeps references to what it is
/// made with.
class JobSender {
 public:
  JobSender(Session& session, const JobRequest& request, const PlannedSweep& planned,
            OnSent on_sent);

  /// For the jobs of one site beside those of others.
  void join_others() { beside_others_ = true; }
  /// Everything that can fail before there is a run.
  Status prepare();
  /// All that is left. A refusal or an unclear answer stops it.
  Status send_all();
  const std::vector<SentRun>& sent() const { return sent_; }
  /// The points that were not sent; one with an unclear answer is not among them.
  std::vector<std::size_t> left() const;
  RunStore& store_of(const std::string& run_directory);
  /// The status of the job, as 'sbatch --wait' gives it; of several the first that is not 0.
  Result<int> wait_for_sent();

 private:
  Status choose_endpoints();
  Result<std::optional<std::string>> folder_for_center();
  Status prepare_center();
  Status make_program(const Job& job);
  Status build_once(const Job& job);
  Status wait_for_this_machine();
  Status send(const Batch& batch);
  Status create(RunStore& store, const Batch& batch);
  Status create_run(RunStore& store, std::size_t point);
  void discard(const Batch& batch);
  std::vector<RunRecord> load(RunStore& store, const Batch& batch, const Result<RunRecord>& sent);
  void keep_in_index(RunStore& store, const std::vector<RunRecord>& runs);
  Failure by_signal(std::string why) const;

  Session& session_;
  const JobRequest& request_;
  const PlannedSweep& planned_;
  OnSent on_sent_;
  Endpoint endpoint_;  ///< of all jobs
  CenterPreparation prepared_;
  std::set<std::string> built_;
  std::vector<SentRun> sent_;
  std::size_t next_ = 0;       ///< of the batches
  std::vector<bool> is_left_;  ///< of the points; see left()
  bool beside_others_ = false;
};

/// The same for the only job of `planned`.
Result<RunRecord> send_one_job(Session& session, const JobRequest& request,
                               const PlannedSweep& planned);

}  // namespace gpujob
