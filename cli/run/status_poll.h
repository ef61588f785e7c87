// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/world.h"
#include "run/derive_state.h"
#include "run/job_identity.h"
#include "run/run_directory.h"
#include "run/watch.h"
#include "slurm/job_row.h"

namespace gpujob {

/// The job's account, once it is closed. Slurm says 0 or nothing where no plug-in measures energy,
/// and a number beyond reason where one failed.
std::optional<JobAccount> account_in(const Observation& accounting);

/// One poll of all runs of one Slurm, and the answers it gave.
class StatusPoll {
 public:
  StatusPoll(World& world, RunStore& store, const Endpoint& endpoint, Diagnostics& problems)
      : world_(world), store_(store), endpoint_(endpoint), problems_(problems) {}

  void bring_up_to_date(const std::vector<RunRecord*>& runs, Asking asking);

 private:
  using Rows = std::vector<JobRow>;

  void ask_queue(const std::vector<RunRecord*>& runs);
  bool take_another_answer(const std::vector<RunRecord*>& runs);
  void check_cluster(const std::vector<RunRecord*>& runs);
  void read_job(RunRecord& run);
  bool may_be_misread(const RunRecord& run) const;
  void correct_job(RunRecord& run);
  void find_job(RunRecord& run);
  void find_forgotten(const std::vector<RunRecord*>& runs);
  bool is_forgotten(const RunRecord& run) const;
  Result<bool> find_in_files(RunRecord& run);
  void take_found(RunRecord& run, const std::string& found, const std::string& source);
  void ask_accounting(const std::vector<RunRecord*>& runs);
  const Result<std::optional<Rows>>& ask_for_name(const RunRecord& run);
  bool is_in_queue(const RunRecord& run);
  void update(RunRecord& run);
  void update_array(RunRecord& run);
  void cancel_copies(const std::vector<RunRecord*>& runs);
  void update_without_job(RunRecord& run, const Observation& accounting);

  World& world_;
  RunStore& store_;
  const Endpoint& endpoint_;
  Diagnostics& problems_;
  std::set<std::string> claimed_;  ///< ids of runs whose job is known by its claim
  RunRecord::Reach reach_ = RunRecord::Reach::Here;
  bool is_other_cluster_ = false;  ///< what answers here is not the Slurm of the runs
  std::optional<Rows> queue_;
  std::optional<Instant> asked_by_another_;  ///< when, if `queue_` is another process's answer
  std::optional<Rows> accounting_;
  std::optional<RunRows> queue_rows_;
  std::optional<RunRows> accounting_rows_;
  std::map<std::string, Result<std::optional<Rows>>> named_;  ///< of the accounting, by job name
  std::set<std::string> searched_;  ///< directories of arrays without a claim
  /// Why rows are missing: it was not asked, it failed, or it is disabled.
  Observation::Kind without_ = Observation::Kind::NotAsked;
};

}  // namespace gpujob
