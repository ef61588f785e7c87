// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "base/world.h"
#include "run/end_marker.h"
#include "run/run_directory.h"
#include "slurm/job_row.h"

namespace gpujob {

/// What one source said about one job.
struct Observation {
  enum class Kind {
    NotAsked,  ///< or it did not answer
    Disabled,  ///< this cluster has no such source
    Absent,    ///< it answered and does not know the job
    Listed,
  };
  Kind kind = Kind::NotAsked;
  JobRow row;  ///< when Listed; when Absent, the other job that has the run's job id, if one has
};

/// Everything that one poll found out about one run.
struct StateEvidence {
  Observation queue;
  Observation accounting;
  std::optional<EndMarker> marker;
  std::string results;  ///< what is wrong with the marked reports, for people; empty: all complete
  enum class Cancel { NotAsked, Asked } cancel = Cancel::NotAsked;
  Instant now;
};

/// The state that follows from the evidence.
struct DerivedState {
  RunState state = RunState::Unknown;
  std::string detail;
  Absence absence;

  bool operator==(const DerivedState&) const = default;
};

/// Does the plan forbid Slurm to start the job again?
bool never_requeues(const JobPlan& plan);

/// Pure. What cannot be known leaves the state as it was: not being able to ask is never an end,
/// and neither is a job's absence from the queue alone.
DerivedState derive_state(const RunRecord& before, const StateEvidence& evidence);

/// The same for a run whose submission had no clear answer, as long as no job of its name is known.
/// Only looks in a row count: one that is not answered starts the counting anew.
DerivedState derive_unanswered_state(const RunRecord& before, const StateEvidence& evidence);

/// Of a cancelled run that no Slurm ever listed.
constexpr const char* kCancelledUnseen = "no job of its name has ever been seen";

/// A run is sent under one name so often, at most.
constexpr int kMostAttempts = 3;

/// Was it sent to a Slurm, and is it open whether that took it?
bool is_unresolved(const RunRecord& run);

/// Has the run vanished without a job so recently that it can be sent again without being asked
/// for? At least three answered looks in a row over five minutes found no job of its name, and it
/// was sent ten minutes to a day ago. Only where the name is the run's alone.
bool is_due_again(const RunRecord& run, Instant now);

/// The same for a run whose scheduler has ended for good: what is on disk is all there will be.
/// `why` says which, for people.
DerivedState derive_final_state(const StateEvidence& evidence, const std::string& why);

/// The same for a process on this machine.
enum class LocalProcess {
  Alive,
  Gone,
  Unrecorded,  ///< gpujob was stopped before it could note who it is
  NotStarted,  ///< nor has it left a file
};
DerivedState derive_local_state(const RunRecord& before, const StateEvidence& evidence,
                                LocalProcess process);

}  // namespace gpujob
