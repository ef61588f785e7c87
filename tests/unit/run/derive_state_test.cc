// SPDX-License-Identifier: MIT
#include "run/derive_state.h"

#include <functional>
#include <gtest/gtest.h>

#include "slurm/job_state.h"
#include "support/fake_world.h"

namespace gpujob {
namespace {

using Kind = Observation::Kind;

const std::string kLongAgo = "2026-11-21T08:00:00Z";

Observation says(const std::string& state, const std::string& exit = "") {
  Observation observation{Kind::Listed, {}};
  observation.row.state = state;
  observation.row.exit = exit;
  return observation;
}

Observation silent(Kind kind) {
  return {kind, {}};
}

EndMarker marker(int exit_status) {
  EndMarker marker;
  marker.exit_status = exit_status;
  return marker;
}

enum class Requeue { On, Off };

RunRecord running(Requeue requeue = Requeue::Off) {
  RunRecord run;
  run.state = RunState::Running;
  run.detail = "on n1";
  run.submitted = kLongAgo;
  if (requeue == Requeue::Off) run.plan.options = {{"no-requeue", std::nullopt}};
  return run;
}

StateEvidence evidence(Observation queue, Observation accounting,
                       std::optional<EndMarker> end = {}) {
  StateEvidence evidence;
  evidence.queue = std::move(queue);
  evidence.accounting = std::move(accounting);
  evidence.marker = std::move(end);
  evidence.now = FakeWorld().clock;
  return evidence;
}

/// What a state means for a run whose job left an end marker that fits it.
RunState expected_state(const StateMeaning& meaning, Requeue requeue) {
  switch (meaning.phase) {
    case Phase::Pending:
      return RunState::Pending;
    case Phase::Running:
      return RunState::Running;
    case Phase::Done:
      return RunState::Done;
    case Phase::Failed:
      if (meaning.back == Return::Possible && requeue == Requeue::On) return RunState::Pending;
      return meaning.name == "CANCELLED" ? RunState::Cancelled : RunState::Failed;
    case Phase::Unknown:
      return RunState::Unknown;
  }
  return RunState::Unknown;
}

TEST(DeriveState, EveryStateInTheQueueWhateverElseIsSaid) {
  for (const StateMeaning& meaning : job_states()) {
    for (const Requeue requeue : {Requeue::On, Requeue::Off}) {
      for (const Kind accounting : {Kind::NotAsked, Kind::Disabled, Kind::Absent}) {
        const DerivedState derived =
            derive_state(running(requeue),
                         evidence(says(std::string(meaning.name)), silent(accounting), marker(0)));
        const bool cause_is_missing = meaning.name == "FAILED" && accounting != Kind::Disabled;
        EXPECT_EQ(derived.state,
                  cause_is_missing ? RunState::Running : expected_state(meaning, requeue))
            << meaning.name;
        EXPECT_EQ(derived.absence.looks, cause_is_missing && accounting == Kind::Absent ? 1 : 0);
      }
    }
  }
}

TEST(DeriveState, EveryStateInTheAccountingOnceTheQueueForgot) {
  for (const StateMeaning& meaning : job_states()) {
    for (const Requeue requeue : {Requeue::On, Requeue::Off}) {
      const std::string state(meaning.name);
      const DerivedState derived =
          derive_state(running(requeue), evidence(silent(Kind::Absent), says(state), marker(0)));
      const RunState expected = expected_state(meaning, requeue);
      // A live word of the accounting is out of date: the marker of an ended script wins.
      const bool live = meaning.phase != Phase::Done && meaning.phase != Phase::Failed;
      EXPECT_EQ(derived.state, live ? RunState::Done : expected) << state;
    }
  }
}

TEST(DeriveState, WithoutTheQueueOnlyAFinalWordOfTheAccountingEndsARun) {
  for (const StateMeaning& meaning : job_states()) {
    const std::string state(meaning.name);
    const DerivedState derived =
        derive_state(running(), evidence(silent(Kind::NotAsked), says(state)));
    RunState expected = expected_state(meaning, Requeue::Off);
    if (meaning.phase == Phase::Done) expected = RunState::ResultsPending;
    EXPECT_EQ(derived.state, meaning.phase == Phase::Unknown ? RunState::Running : expected)
        << state;
  }
}

TEST(DeriveState, WhatCannotBeAskedIsNoEndWithoutAMarker) {
  const DerivedState as_before{RunState::Running, "on n1", {}};
  for (const Kind accounting : {Kind::NotAsked, Kind::Disabled, Kind::Absent}) {
    EXPECT_EQ(derive_state(running(), evidence(silent(Kind::NotAsked), silent(accounting))),
              as_before);
    // A script that was ended by a signal may start again.
    EXPECT_EQ(derive_state(running(Requeue::On),
                           evidence(silent(Kind::NotAsked), silent(accounting), marker(143))),
              as_before);
  }
}

TEST(DeriveState, TheMarkerIsAnEndWhereNobodyCanBeAsked) {
  for (const Requeue requeue : {Requeue::On, Requeue::Off}) {
    for (const Observation& accounting : {silent(Kind::NotAsked), says("RUNNING")}) {
      const RunRecord run = running(requeue);
      EXPECT_EQ(derive_state(run, evidence(silent(Kind::NotAsked), accounting, marker(0))),
                (DerivedState{RunState::Done, "", {}}));
    }
  }
  EXPECT_EQ(
      derive_state(running(), evidence(silent(Kind::NotAsked), silent(Kind::NotAsked), marker(1))),
      (DerivedState{RunState::Failed, "exit status 1", {}}));
}

TEST(DeriveState, ASchedulerThatHasEndedLeavesTheLastWordToTheMarker) {
  StateEvidence look = evidence({}, {}, marker(0));
  const std::string why = "sandbox 'hpc2n' has ended";
  EXPECT_EQ(derive_final_state(look, why), (DerivedState{RunState::Done, "", {}}));
  look.marker = marker(143);
  EXPECT_EQ(derive_final_state(look, why),
            (DerivedState{RunState::Failed, "exit status 143: ended by signal 15", {}}));
  look.marker.reset();
  EXPECT_EQ(derive_final_state(look, why),
            (DerivedState{RunState::Vanished,
                          "sandbox 'hpc2n' has ended, and the job left no end marker; submit again",
                          {}}));
  look.cancel = StateEvidence::Cancel::Asked;
  EXPECT_EQ(derive_final_state(look, why), (DerivedState{RunState::Cancelled, why, {}}));
}

TEST(DeriveState, ASubmissionWithoutAnAnswerIsGivenUpAsAMissedJobIs) {
  RunRecord run = running();
  run.state = RunState::Unknown;
  run.detail = "Socket timed out";
  StateEvidence look = evidence(silent(Kind::Absent), silent(Kind::Absent));
  for (int i = 1; i <= 3; ++i) {
    const DerivedState derived = derive_unanswered_state(run, look);
    EXPECT_EQ(derived, (DerivedState{RunState::Unknown, "Socket timed out",
                                     Absence{i, "2026-11-21T09:30:00Z"}}));
    run.absence = derived.absence;
    look.now += Milliseconds{100'000};
  }
  RunRecord recent = run;
  recent.submitted = "2026-11-21T09:29:00Z";  // sbatch may still be at it
  EXPECT_EQ(derive_unanswered_state(recent, look).state, RunState::Unknown);
  EXPECT_EQ(derive_unanswered_state(run, look).detail,
            "no job of its name has ever been seen, nor an end marker: it was not taken");
  EXPECT_EQ(derive_unanswered_state(run, look).state, RunState::Vanished);
  look.cancel = StateEvidence::Cancel::Asked;
  EXPECT_EQ(derive_unanswered_state(run, look).state, RunState::Cancelled);
  // Who cannot be asked has not said no, and the counting starts anew.
  look.accounting = silent(Kind::NotAsked);
  EXPECT_EQ(derive_unanswered_state(run, look),
            (DerivedState{RunState::Unknown, "Socket timed out", {}}));
}

TEST(DeriveState, ARunIsDueAgainBetweenTenMinutesAndADayAfterItWasSent) {
  const Instant now = FakeWorld().clock;  // 09:30
  RunRecord run;
  run.id = "01JD7M3ZK8Q4V5W6X7Y8Z9ABC1";
  run.plan.job_name = "gj-integrate2d-" + run.id;
  run.state = RunState::Vanished;
  run.attempt = 1;
  run.submitted = "2026-11-21T09:20:00Z";
  run.absence = {3, "2026-11-21T09:25:00Z"};
  EXPECT_TRUE(is_due_again(run, now));
  const auto is_due_with = [&](const std::function<void(RunRecord&)>& change) {
    RunRecord other = run;
    change(other);
    return is_due_again(other, now);
  };
  EXPECT_TRUE(is_due_with([](RunRecord& one) { one.attempt = 2; }));
  EXPECT_FALSE(is_due_with([](RunRecord& one) { one.attempt = 3; }));
  EXPECT_FALSE(is_due_with([](RunRecord& one) { one.attempt = 0; }));
  EXPECT_FALSE(is_due_with([](RunRecord& one) { one.submitted = "2026-11-21T09:20:01Z"; }));
  EXPECT_TRUE(is_due_with([](RunRecord& one) { one.submitted = "2026-11-20T09:30:01Z"; }));
  EXPECT_FALSE(is_due_with([](RunRecord& one) { one.submitted = "2026-11-20T09:30:00Z"; }));
  EXPECT_FALSE(is_due_with([](RunRecord& one) { one.absence.since = "2026-11-21T09:25:01Z"; }));
  EXPECT_FALSE(is_due_with([](RunRecord& one) { one.absence.looks = 2; }));
  EXPECT_FALSE(is_due_with([](RunRecord& one) { one.plan.job_name = "my-own-name"; }));
  EXPECT_FALSE(is_due_with([](RunRecord& one) { one.job = RunJob{"4711", "", {}, ""}; }));
  EXPECT_FALSE(is_due_with([](RunRecord& one) { one.endpoint.kind = EndpointKind::Local; }));
  for (const RunState state : {RunState::Unknown, RunState::Cancelled, RunState::Refused}) {
    EXPECT_FALSE(is_due_with([&](RunRecord& one) { one.state = state; })) << to_string(state);
  }
}

TEST(DeriveState, TheMarkerDecidesOnceTheQueueAnsweredWithoutTheJob) {
  for (const Kind accounting : {Kind::NotAsked, Kind::Disabled, Kind::Absent}) {
    EXPECT_EQ(derive_state(running(), evidence(silent(Kind::Absent), silent(accounting), marker(0)))
                  .state,
              RunState::Done);
    EXPECT_EQ(
        derive_state(running(), evidence(silent(Kind::Absent), silent(accounting), marker(1))),
        (DerivedState{RunState::Failed, "exit status 1", {}}));
    EXPECT_EQ(
        derive_state(running(), evidence(silent(Kind::Absent), silent(accounting), marker(77)))
            .detail,
        "exit status 77: the program found no device");
    EXPECT_EQ(
        derive_state(running(), evidence(silent(Kind::Absent), silent(accounting), marker(143)))
            .detail,
        "exit status 143: ended by signal 15");
  }
}

TEST(DeriveState, AnAskedCancellationExplainsABadEnd) {
  StateEvidence asked = evidence(silent(Kind::Absent), silent(Kind::Disabled), marker(143));
  asked.cancel = StateEvidence::Cancel::Asked;
  EXPECT_EQ(derive_state(running(), asked).state, RunState::Cancelled);
  asked.marker = marker(0);  // it was faster
  EXPECT_EQ(derive_state(running(), asked).state, RunState::Done);
}

TEST(DeriveState, AGoodEndWaitsForItsReports) {
  EXPECT_EQ(derive_state(running(), evidence(says("COMPLETED"), silent(Kind::NotAsked))),
            (DerivedState{RunState::ResultsPending, "the job's end marker is not here yet", {}}));
  StateEvidence partly = evidence(silent(Kind::Absent), says("COMPLETED"), marker(0));
  partly.results = "report-1.json: report is not here";
  EXPECT_EQ(derive_state(running(), partly),
            (DerivedState{RunState::ResultsPending, "report-1.json: report is not here", {}}));
}

TEST(DeriveState, SaysWhyInWords) {
  const auto detail = [](const std::string& state, const std::string& exit) {
    return derive_state(running(), evidence(silent(Kind::Absent), says(state, exit))).detail;
  };
  EXPECT_EQ(detail("TIMEOUT", "0:0"), "TIMEOUT: it ran into its time limit; ask for more");
  EXPECT_EQ(detail("FAILED", "1:0"), "FAILED (exit 1:0): the script ended with an error");
  EXPECT_EQ(detail("FAILED", "0:53"),
            "FAILED (exit 0:53): the output files could not be opened; does the directory exist "
            "there?");
  EXPECT_EQ(detail("CANCELLED by 1000", "0:15"), "CANCELLED (exit 0:15): it was cancelled");
  Observation pending = says("PENDING");
  pending.row.reason = "Resources\x1b";
  EXPECT_EQ(derive_state(running(), evidence(pending, silent(Kind::NotAsked))).detail,
            "Resources\\x1B");
  EXPECT_EQ(derive_state(running(), evidence(says("FROB\n"), silent(Kind::NotAsked))).state,
            RunState::Unknown);
}

TEST(DeriveState, AnUnknownWordKeepsItsText) {
  EXPECT_EQ(derive_state(running(), evidence(says("FROBNICATING"), silent(Kind::NotAsked))),
            (DerivedState{RunState::Unknown, "Slurm calls it 'FROBNICATING'", {}}));
}

TEST(DeriveState, AJobThatIsMissedStaysForAWhile) {
  RunRecord run = running();
  StateEvidence look = evidence(silent(Kind::Absent), silent(Kind::Absent));
  for (int i = 1; i <= 3; ++i) {
    const DerivedState derived = derive_state(run, look);
    EXPECT_EQ(derived.state, RunState::Running) << i;
    EXPECT_EQ(derived.detail, "not in the queue, not yet in the accounting");
    EXPECT_EQ(derived.absence, (Absence{i, "2026-11-21T09:30:00Z"}));
    run.absence = derived.absence;
    look.now += Milliseconds{100'000};
  }
  const DerivedState last = derive_state(run, look);  // the fourth look, 300 s after the first
  EXPECT_EQ(last.state, RunState::Vanished);
  EXPECT_EQ(last.detail,
            "neither the queue nor the accounting knows it, and it left no end marker");
}

TEST(DeriveState, NeitherTimeNorLooksAloneMakeAJobVanish) {
  RunRecord run = running();
  const StateEvidence look = evidence(silent(Kind::Absent), silent(Kind::Absent));
  run.absence = {50, "2026-11-21T09:29:00Z"};  // many looks within a minute
  EXPECT_EQ(derive_state(run, look).state, RunState::Running);
  run.absence = {1, kLongAgo};  // two looks, far apart
  EXPECT_EQ(derive_state(run, look).state, RunState::Running);
  run.absence = {9, kLongAgo};
  EXPECT_EQ(derive_state(run, look).state, RunState::Vanished);
  run.submitted = "2026-11-21T09:21:00Z";  // nine minutes old: accounting may be late
  EXPECT_EQ(derive_state(run, look).state, RunState::Running);
}

TEST(DeriveState, AnAccountingThatCannotBeAskedKeepsAJobAlive) {
  RunRecord run = running();
  run.absence = {99, kLongAgo};
  const DerivedState derived =
      derive_state(run, evidence(silent(Kind::Absent), silent(Kind::NotAsked)));
  EXPECT_EQ(derived.state, RunState::Running);
  EXPECT_EQ(derived.detail, "not in the queue; the accounting did not answer");
}

TEST(DeriveState, WithoutAccountingAMissedJobEndsAsVanishedOrCancelled) {
  RunRecord run = running();
  run.absence = {99, kLongAgo};
  StateEvidence look = evidence(silent(Kind::Absent), silent(Kind::Disabled));
  EXPECT_EQ(derive_state(run, look).detail,
            "it left the queue without an end marker, and accounting is disabled");
  look.cancel = StateEvidence::Cancel::Asked;
  EXPECT_EQ(derive_state(run, look).state, RunState::Cancelled);
}

TEST(DeriveState, AFailedNodeIsNoEndUntilTheJobStaysAway) {
  RunRecord run = running(Requeue::On);
  StateEvidence look = evidence(silent(Kind::Absent), says("NODE_FAIL"));
  const DerivedState first = derive_state(run, look);
  EXPECT_EQ(first.state, RunState::Pending);
  EXPECT_EQ(first.detail, "NODE_FAIL: a node failed; Slurm may start it again");
  EXPECT_EQ(first.absence.looks, 1);
  run.absence = {3, kLongAgo};
  EXPECT_EQ(derive_state(run, look).state, RunState::Failed);
  look.queue = says("PENDING");
  EXPECT_EQ(derive_state(run, look).state, RunState::Pending);
  EXPECT_EQ(derive_state(run, look).absence, Absence{});
}

TEST(DeriveState, AFailedNodeIsTheEndWhereTheUserForbadeAnotherStart) {
  RunRecord run = running(Requeue::On);
  run.plan.sbatch_arguments = {"--hold", "--no-requeue"};
  EXPECT_EQ(derive_state(run, evidence(says("NODE_FAIL"), says("NODE_FAIL"))).state,
            RunState::Failed);
}

TEST(DeriveState, ALocalProcessTellsByItsLifeAndItsMarker) {
  StateEvidence look = evidence({}, {});
  const auto state = [&](LocalProcess process) {
    return derive_local_state(running(), look, process).state;
  };
  EXPECT_EQ(state(LocalProcess::Alive), RunState::Running);
  EXPECT_EQ(derive_local_state(running(), look, LocalProcess::Gone),
            (DerivedState{RunState::Failed, "it ended without an end marker", {}}));
  look.cancel = StateEvidence::Cancel::Asked;
  EXPECT_EQ(state(LocalProcess::Gone), RunState::Cancelled);
  look.marker = marker(0);
  EXPECT_EQ(state(LocalProcess::Gone), RunState::Done);
  EXPECT_EQ(state(LocalProcess::Alive), RunState::Running);
  look.marker = marker(143);
  EXPECT_EQ(state(LocalProcess::Gone), RunState::Cancelled);
  look.cancel = StateEvidence::Cancel::NotAsked;
  EXPECT_EQ(state(LocalProcess::Gone), RunState::Failed);
}

TEST(DeriveState, ALocalScriptThatWasEndedAtItsLimitRanIntoIt) {
  RunRecord run = running();
  run.plan.time = Seconds(60);
  StateEvidence look = evidence({}, {}, marker(143));
  look.marker->started = "2026-11-21T09:00:00Z";
  look.marker->ended = "2026-11-21T09:01:00Z";
  EXPECT_EQ(
      derive_local_state(run, look, LocalProcess::Gone),
      (DerivedState{RunState::Failed, "TIMEOUT: it ran into its time limit; ask for more", {}}));
  look.marker->ended = "2026-11-21T09:00:30Z";  // ended from outside
  EXPECT_EQ(derive_local_state(run, look, LocalProcess::Gone).detail,
            "exit status 143: ended by signal 15");
}

TEST(DeriveState, ALocalProcessThatWasNeverNotedEndsWithItsTimeLimit) {
  RunRecord run = running();
  run.state = RunState::Unknown;
  run.plan.time = Seconds(3600);
  run.submitted = "2026-11-21T09:00:00Z";
  StateEvidence look = evidence({}, {});
  EXPECT_EQ(
      derive_local_state(run, look, LocalProcess::Unrecorded),
      (DerivedState{RunState::Running, "gpujob was stopped before it could note the process", {}}));
  EXPECT_EQ(
      derive_local_state(run, look, LocalProcess::NotStarted),
      (DerivedState{RunState::Vanished, "gpujob was stopped before it started; submit again", {}}));
  look.now += Seconds(3600);
  EXPECT_EQ(derive_local_state(run, look, LocalProcess::Unrecorded).state, RunState::Failed);
  run.submitted = format_instant(look.now);  // a moment ago: it may be about to start
  EXPECT_EQ(derive_local_state(run, look, LocalProcess::NotStarted).state, RunState::Unknown);
  look.marker = marker(0);
  EXPECT_EQ(derive_local_state(run, look, LocalProcess::Unrecorded).state, RunState::Done);
}

}  // namespace
}  // namespace gpujob
