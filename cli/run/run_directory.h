// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/world.h"
#include "plan/resolution.h"
#include "run/run_state.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// The job a run became.
struct RunJob {
  std::string job_id;       ///< Slurm's, or "local"
  std::string cluster;      ///< Slurm's own word after ";"; may be empty
  ProcessIdentity process;  ///< of the local executor
  std::string host;         ///< where the local executor runs: only that machine can ask for it

  bool operator==(const RunJob&) const = default;
};

/// How long a job has been missing from every source that answered.
struct Absence {
  int looks = 0;
  std::string since;  ///< "2026-11-21T09:30:00Z"; empty: it is not missing

  bool operator==(const Absence&) const = default;
};

/// What the accounting said of a job that is over.
struct JobAccount {
  std::optional<double> energy;  ///< joules, of all its nodes; absent: not measured
  int cpus = 0;                  ///< allocated, whole nodes where those came; 0: not said

  bool operator==(const JobAccount&) const = default;
};

/// What was last observed of a job.
struct ObservedState {
  RunState state = RunState::Intended;
  std::string detail;  ///< Slurm's word or reason, printable
  Absence absence;
  std::optional<JobAccount> account;  ///< absent: it had no end yet; empty: it never will
  /// What the state follows from, one line per source; empty in runs of versions that did not
  /// record it.
  std::vector<std::string> evidence;
  /// When Slurm says that the job was submitted, as it first said it; empty: not seen yet.
  std::string job_submitted;

  bool operator==(const ObservedState&) const = default;
};

/// One task of a job array.
struct TaskRecord : ObservedState {
  int index = 0;

  bool operator==(const TaskRecord&) const = default;
};

/// A run as its directory tells it: plan, endpoint and attempts are immutable facts, the state
/// is what was last observed.
struct RunRecord : ObservedState {
  std::string id;
  std::string directory;
  JobPlan plan;
  Endpoint endpoint;
  ProfileVersion profile;  ///< empty in runs of versions that did not record it
  int attempt = 0;         ///< number of the latest; 0: no attempt yet
  std::optional<RunJob> job;
  std::string submitted;          ///< "2026-11-21T09:30:00Z"; may be empty
  std::vector<TaskRecord> tasks;  ///< of an array, by index; the run's state follows from theirs
  /// Could this machine ask about it in this poll? `Silent`: it asked, and the queue did not
  /// answer. Never written to disk.
  enum class Reach { Here, Silent, Elsewhere } reach = Reach::Here;
  /// Other jobs of the same name; never written to disk, empty where names hold run ids.
  std::vector<std::string> others;
  /// What the controller refused it with, as long as the queue has not confirmed that; empty: it
  /// did not, or the queue has.
  std::string unconfirmed_refusal{};
};

/// Does the job's name hold the run's id, or its array's? Then each job of that name is the run's
/// job or its copy.
bool has_unique_name(const RunRecord& run);

/// "run 01J…", the place of a message about it.
std::string where_of(const RunRecord& run);

/// The controller refused the run: unknown until the queue has confirmed it. sbatch may be a
/// wrapper that had sent the job before.
void doubt_refusal(RunRecord& run, const std::string& words);

/// The id of the array whose directory has this name: "array-01J…"; empty for another name.
std::string_view array_in(std::string_view name);

/// The runs of an array whose directory this is, in the order of its tasks, as far as they are
/// still there.
Result<std::vector<std::string>> runs_in_array(const World& world, const std::string& directory);

class CenterLink;

/// The parent of run directories, and everything that reads or writes below it.
class RunStore {
 public:
  /// `center`: who sends and asks for runs at centers behind ssh; outlives the store.
  RunStore(World& world, std::string directory, CenterLink* center = nullptr)
      : world_(world), directory_(std::move(directory)), center_(center) {}

  CenterLink* center() const { return center_; }

  const std::string& directory() const { return directory_; }
  std::string path_of(const std::string& run_id) const;

  /// `endpoint` as the plan's run keeps it: with what the plan says of its cluster.
  Endpoint kept(const Endpoint& endpoint, const JobPlan& plan) const;

  /// Makes the directory with plan.json (plan, explanation, diagnostics, endpoint), job.sh and,
  /// if there are such, build.sh and the user's own script. Nothing is overwritten.
  Status create(const Resolution& resolution, const Endpoint& endpoint,
                const std::string& job_script, const std::string& build_script,
                const std::string& payload = "");

  /// Makes the directory of an array with its script and a link to each of its runs, in order.
  Status create_array(const std::string& directory, const std::string& script,
                      const std::vector<std::string>& run_ids);

  /// Reads a run back from its files alone. Fails with ExitCode::Usage for an unknown id, with
  /// ExitCode::Invalid for a damaged file, with ExitCode::Unknown for one that cannot be read.
  Result<RunRecord> load(const std::string& run_id) const;

  /// A full id from a unique beginning or ending of at least 4 characters, or "last".
  Result<std::string> expand(const std::string& word) const;

  /// The runs of the array whose id, or a unique piece of it as above, is `word`; none without such
  /// an array.
  Result<std::vector<std::string>> runs_of_array(const std::string& word) const;

  /// Is there a run of this id? A directory that a full disk or a signal left half made is not.
  bool holds(const std::string& run_id) const;
  /// The newest run, if there are runs.
  Result<std::optional<std::string>> newest() const;

  /// Ids, newest first; some may belong to half made directories.
  Result<std::vector<std::string>> ids() const;

  /// Records the last observed state: derived, may be deleted at any time.
  Status save_state(const RunRecord& run);

 private:
  World& world_;
  std::string directory_;
  CenterLink* center_;
};

}  // namespace gpujob
