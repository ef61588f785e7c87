// SPDX-License-Identifier: MIT
#include "run/derive_state.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "run/job_cost.h"
#include "slurm/job_state.h"

// Three sources know about a job: the queue, the accounting, and the end marker that the job
// itself writes last. None is always there: the queue forgets ended jobs after some minutes, the
// accounting may be late, away or not exist, the marker is missing when a job was killed and comes
// late on network disks. They count in this order:
//
//   1. the queue, if it lists the job; for the cause of FAILED, which it does not know, the
//      accounting and the end marker
//   2. the accounting, if it lists the job in a final state
//   3. the end marker: if the queue answered and no longer lists the job, or if it cannot be asked
//      and the job does not start again after such an end
//   4. no source knows the job: the state stays for a while, then the job has vanished
//
// Example: the queue cannot be asked, nor can the accounting, and there is a marker with exit
// status 0 and whole reports: done. Without the marker: running, as before.

namespace gpujob {

namespace {

/// A job is not given up sooner: accounting may be this late after a submission.
constexpr Seconds kSubmitGrace{600};
/// Nor sooner than this after it was first missed, and not in fewer polls.
constexpr Seconds kAbsenceGrace{300};
constexpr int kFewestLooks = 3;
/// Nor a refusal confirmed sooner, if the queue was silent when it came.
constexpr Seconds kConfirmGrace{60};
/// A run is not sent again later without being asked for: who sent it may have done without it.
constexpr Seconds kLatestResend{86'400};
/// A process on this machine starts within moments of its intent.
constexpr Seconds kStartGrace{60};

bool is_listed(const Observation& observation) {
  return observation.kind == Observation::Kind::Listed;
}

/// Is `then` at least `age` before `now`? Both are UTC texts of one form, so the later one is the
/// greater.
bool is_older(const std::string& then, Instant now, Seconds age) {
  return !then.empty() && then <= format_instant(now - age);
}

/// "TIMEOUT: it ran into its time limit; ask for more", "FAILED (exit 1:0): …"
std::string describe(const JobRow& row) {
  const StateMeaning meaning = meaning_of(row.state);
  std::string text(meaning.name);
  if (!row.exit.empty() && row.exit != "0:0") text += format(" (exit {})", row.exit);
  const std::string_view by_exit = exit_advice(row.exit);
  const std::string_view advice = by_exit.empty() ? meaning.advice : by_exit;
  return printable(advice.empty() ? text : format("{}: {}", text, advice));
}

/// What a script's exit status says: it is the program's own (77: no device) or a signal's.
std::string exit_text(int status) {
  if (status == 77) return "exit status 77: the program found no device";
  if (status > 128) return format("exit status {}: ended by signal {}", status, status - 128);
  return format("exit status {}", status);
}

/// The script ended with status 0, or Slurm says so: its reports decide.
DerivedState ended_well(const StateEvidence& evidence) {
  if (!evidence.marker) {
    return {RunState::ResultsPending, "the job's end marker is not here yet", {}};
  }
  if (evidence.marker->exit_status != 0) {
    return {RunState::Failed, exit_text(evidence.marker->exit_status), {}};
  }
  if (!evidence.results.empty()) return {RunState::ResultsPending, evidence.results, {}};
  return {RunState::Done, "", {}};
}

DerivedState ended_badly(const JobRow& row) {
  const bool cancelled = meaning_of(row.state).name == "CANCELLED";
  return {cancelled ? RunState::Cancelled : RunState::Failed, describe(row), {}};
}

DerivedState by_marker(const EndMarker& marker, const StateEvidence& evidence) {
  if (marker.exit_status != 0 && evidence.cancel == StateEvidence::Cancel::Asked) {
    return {RunState::Cancelled, exit_text(marker.exit_status), {}};
  }
  return ended_well(evidence);
}

/// One more poll without the job.
Absence missed_again(const RunRecord& before, const StateEvidence& evidence) {
  Absence absence = before.absence;
  if (absence.since.empty()) absence = {0, format_instant(evidence.now)};
  ++absence.looks;
  return absence;
}

bool is_given_up(const RunRecord& before, const Absence& absence, Instant now) {
  return absence.looks >= kFewestLooks && is_older(absence.since, now, kAbsenceGrace) &&
         is_older(before.submitted, now, kSubmitGrace);
}

/// The state as it was, where a poll cannot know better.
DerivedState unchanged(const RunRecord& before, const Absence& absence, std::string detail) {
  const bool was_unknown = before.state == RunState::Unknown || before.state == RunState::Intended;
  return {was_unknown ? RunState::Pending : before.state, std::move(detail), absence};
}

/// The queue says FAILED and not why: that is final once the accounting or the job's end marker has
/// told, or once the accounting has answered several times without it.
DerivedState failed_in_queue(const RunRecord& before, const StateEvidence& evidence) {
  const Observation& accounting = evidence.accounting;
  if (evidence.marker && evidence.marker->exit_status != 0) {
    return by_marker(*evidence.marker, evidence);
  }
  if (is_listed(accounting) && meaning_of(accounting.row.state).phase == Phase::Failed) {
    return ended_badly(accounting.row);
  }
  if (accounting.kind == Observation::Kind::Disabled) return ended_badly(evidence.queue.row);
  const Absence absence = accounting.kind == Observation::Kind::NotAsked
                              ? before.absence
                              : missed_again(before, evidence);
  if (absence.looks >= kFewestLooks && is_older(absence.since, evidence.now, kStartGrace)) {
    return ended_badly(evidence.queue.row);
  }
  return unchanged(before, absence, "FAILED; the accounting has not told the cause yet");
}

DerivedState by_queue(const RunRecord& before, const StateEvidence& evidence) {
  const JobRow& row = evidence.queue.row;
  const StateMeaning meaning = meaning_of(row.state);
  const bool reasoned = !row.reason.empty() && row.reason != "None";
  switch (meaning.phase) {
    case Phase::Pending:
      return {RunState::Pending, printable(reasoned ? row.reason : ""), {}};
    case Phase::Running:
      return {RunState::Running, printable(row.nodes.empty() ? "" : "on " + row.nodes), {}};
    case Phase::Done:
      return ended_well(evidence);
    case Phase::Failed:
      if (meaning.name == "FAILED") return failed_in_queue(before, evidence);
      if (meaning.back == Return::Never || never_requeues(before.plan)) return ended_badly(row);
      return {RunState::Pending, describe(row) + "; Slurm may start it again", {}};
    case Phase::Unknown:
      break;
  }
  return {RunState::Unknown, format("Slurm calls it '{}'", printable(row.state)), {}};
}

/// Was it this machine's own limit (submit.h) that ended the script? Times are in whole seconds.
bool ended_by_limit(const RunRecord& run, const EndMarker& marker) {
  constexpr int kTerminated = 128 + 15;
  return marker.exit_status == kTerminated && run.plan.time > Seconds(0) &&
         cost_of(run, marker).elapsed + 1 >= static_cast<double>(run.plan.time.count());
}

/// The queue answered without the job, it left no marker, and the accounting has no end for it.
DerivedState missing(const RunRecord& before, const StateEvidence& evidence) {
  const Absence absence = missed_again(before, evidence);
  switch (evidence.accounting.kind) {
    case Observation::Kind::NotAsked:
      return unchanged(before, absence, "not in the queue; the accounting did not answer");
    case Observation::Kind::Listed:
      return unchanged(before, absence,
                       format("not in the queue; the accounting says {}",
                              printable(evidence.accounting.row.state)));
    default:
      break;
  }
  const bool disabled = evidence.accounting.kind == Observation::Kind::Disabled;
  if (!is_given_up(before, absence, evidence.now)) {
    return unchanged(before, absence,
                     disabled ? "not in the queue, no end marker yet"
                              : "not in the queue, not yet in the accounting");
  }
  if (evidence.cancel == StateEvidence::Cancel::Asked) {
    return {RunState::Cancelled, "it left the queue without an end marker", absence};
  }
  return {RunState::Vanished,
          disabled ? "it left the queue without an end marker, and accounting is disabled"
                   : "neither the queue nor the accounting knows it, and it left no end marker",
          absence};
}

/// A final state of the accounting. A failed node gives the job back to the queue a while later.
std::optional<DerivedState> by_accounting(const RunRecord& before, const StateEvidence& evidence) {
  const JobRow& row = evidence.accounting.row;
  const StateMeaning meaning = meaning_of(row.state);
  if (meaning.phase == Phase::Done) return ended_well(evidence);
  if (meaning.phase != Phase::Failed) return std::nullopt;
  if (meaning.back == Return::Never || never_requeues(before.plan)) return ended_badly(row);
  const Absence absence = missed_again(before, evidence);
  if (evidence.queue.kind == Observation::Kind::Absent && absence.looks >= kFewestLooks &&
      is_older(absence.since, evidence.now, kAbsenceGrace)) {
    return ended_badly(row);
  }
  return DerivedState{RunState::Pending, describe(row) + "; Slurm may start it again", absence};
}

/// Is the marker an end whatever the scheduler may say later? A script that was ended by a signal
/// may be one that Slurm starts again.
bool is_end(const EndMarker& marker, const RunRecord& before) {
  return marker.exit_status == 0 || never_requeues(before.plan);
}

/// The queue did not answer: the job itself may tell, and the accounting of a life that goes on.
DerivedState unseen(const RunRecord& before, const StateEvidence& evidence) {
  if (evidence.marker && is_end(*evidence.marker, before)) {
    return by_marker(*evidence.marker, evidence);
  }
  if (is_listed(evidence.accounting)) {
    const Phase phase = meaning_of(evidence.accounting.row.state).phase;
    if (phase == Phase::Pending) return {RunState::Pending, "", {}};
    if (phase == Phase::Running) return {RunState::Running, "", {}};
  }
  return {before.state, before.detail, before.absence};
}

}  // namespace

bool never_requeues(const JobPlan& plan) {
  const std::vector<std::string>& own = plan.sbatch_arguments;
  return std::find(own.begin(), own.end(), "--no-requeue") != own.end() ||
         std::any_of(plan.options.begin(), plan.options.end(),
                     [](const PlannedOption& option) { return option.option == "no-requeue"; });
}

DerivedState derive_state(const RunRecord& before, const StateEvidence& evidence) {
  if (is_listed(evidence.queue)) return by_queue(before, evidence);
  if (is_listed(evidence.accounting)) {
    if (std::optional<DerivedState> end = by_accounting(before, evidence)) return *end;
  }
  if (evidence.queue.kind != Observation::Kind::Absent) return unseen(before, evidence);
  if (evidence.marker) return by_marker(*evidence.marker, evidence);
  return missing(before, evidence);
}

DerivedState derive_unanswered_state(const RunRecord& before, const StateEvidence& evidence) {
  const bool answered = evidence.queue.kind == Observation::Kind::Absent &&
                        evidence.accounting.kind != Observation::Kind::NotAsked;
  if (!answered) return {before.state, before.detail, {}};
  const Absence absence = missed_again(before, evidence);
  if (!before.unconfirmed_refusal.empty() && absence.looks >= kFewestLooks &&
      is_older(absence.since, evidence.now, kConfirmGrace)) {
    return {RunState::Refused, before.unconfirmed_refusal, absence};
  }
  if (!is_given_up(before, absence, evidence.now)) return {before.state, before.detail, absence};
  if (evidence.cancel == StateEvidence::Cancel::Asked) {
    return {RunState::Cancelled, kCancelledUnseen, absence};
  }
  return {RunState::Vanished,
          "no job of its name has ever been seen, nor an end marker: it was not taken", absence};
}

bool is_unresolved(const RunRecord& run) {
  const bool is_open = run.state == RunState::Unknown || run.state == RunState::Vanished;
  return is_open && !run.job && run.attempt > 0 && run.endpoint.kind != EndpointKind::Local;
}

bool is_due_again(const RunRecord& run, Instant now) {
  return run.state == RunState::Vanished && is_unresolved(run) && run.attempt < kMostAttempts &&
         has_unique_name(run) && is_given_up(run, run.absence, now) &&
         !is_older(run.submitted, now, kLatestResend);
}

DerivedState derive_final_state(const StateEvidence& evidence, const std::string& why) {
  if (evidence.marker) return by_marker(*evidence.marker, evidence);
  if (evidence.cancel == StateEvidence::Cancel::Asked) return {RunState::Cancelled, why, {}};
  return {RunState::Vanished, why + ", and the job left no end marker; submit again", {}};
}

DerivedState derive_local_state(const RunRecord& before, const StateEvidence& evidence,
                                LocalProcess process) {
  if (process == LocalProcess::Alive) return {RunState::Running, "", {}};
  const bool cancelled = evidence.cancel == StateEvidence::Cancel::Asked;
  if (evidence.marker && !cancelled && ended_by_limit(before, *evidence.marker)) {
    JobRow row;
    row.state = "TIMEOUT";
    return ended_badly(row);
  }
  if (evidence.marker) return by_marker(*evidence.marker, evidence);
  if (cancelled) return {RunState::Cancelled, "", {}};
  const Seconds limit = before.plan.time + kSubmitGrace;
  if (process == LocalProcess::Unrecorded && !is_older(before.submitted, evidence.now, limit)) {
    return {RunState::Running, "gpujob was stopped before it could note the process", {}};
  }
  if (process == LocalProcess::NotStarted) {
    if (!is_older(before.submitted, evidence.now, kStartGrace)) {
      return {before.state, before.detail, {}};
    }
    return {RunState::Vanished, "gpujob was stopped before it started; submit again", {}};
  }
  return {RunState::Failed, "it ended without an end marker", {}};
}

}  // namespace gpujob
