// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "plan/resolution.h"
#include "run/run_directory.h"

namespace gpujob {

/// A job that makes a program.
struct BuildJob {
  RunRecord run;
  enum class Sent { Now, Before } sent = Sent::Now;
  Diagnostics unclear;  ///< what the answer of sbatch left open; empty: it was clear
};

/// "build of integrate2d.cuda": where messages of a build belong.
std::string build_title(const BuildPlan& build);

/// The jobs that were sent to make one program: runs in a store beside it, one after another, of
/// which the latest alone may still be open.
class BuildJobs {
 public:
  BuildJobs(World& world, const BuildPlan& build);

  RunStore& store() { return store_; }

  /// The job that makes the program: the open one, else one of its name that is in this user's
  /// queue, else a new one. Fails like `submit_run`, but an unclear answer is not a failure:
  /// the job may appear yet. With ExitCode::Unknown, and nothing sent, if the queue cannot be
  /// asked. The plan needs no run id.
  Result<BuildJob> find_or_send(Resolution job, const Endpoint& endpoint,
                                const std::string& script);

  /// The run as its files tell it now; another process may be sending it.
  Result<RunRecord> load(const std::string& run_id);

 private:
  Result<std::string> latest();
  bool is_open(RunRecord& run);
  std::string claim_after(const std::string& run_id) const;
  Result<RunRecord> create(Resolution job, const Endpoint& endpoint, const std::string& script);
  Result<std::string> queued(const Endpoint& endpoint, const std::string& job_name);
  Result<BuildJob> adopt(const RunRecord& run, const std::string& job_id,
                         const std::string& script);
  Result<BuildJob> send(RunRecord run);
  Result<BuildJob> other_than(const std::string& before, const RunRecord& ours, const Failure& why);

  World& world_;
  std::string title_;
  RunStore store_;
  std::vector<std::string> others_;  ///< jobs of the name that are not the latest run's
};

}  // namespace gpujob
