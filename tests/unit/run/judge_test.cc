// SPDX-License-Identifier: MIT
#include "run/judge.h"

#include <gtest/gtest.h>

#include "slurm/job_state.h"
#include "support/fake_world.h"

namespace gpujob {
namespace {

using Kind = Testimony::Kind;

const std::string kLongAgo = "2026-11-21T08:00:00Z";

Testimony says(const std::string& state, const std::string& exit = "") {
  Testimony testimony{Kind::Listed, {}};
  testimony.row.state = state;
  testimony.row.exit = exit;
  return testimony;
}

Testimony silent(Kind kind) {
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

Evidence evidence(Testimony queue, Testimony accounting, std::optional<EndMarker> end = {}) {
  Evidence evidence;
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

TEST(Judge, EveryStateInTheQueueWhateverElseIsSaid) {
  for (const StateMeaning& meaning : job_states()) {
    for (const Requeue requeue : {Requeue::On, Requeue::Off}) {
      for (const Kind accounting : {Kind::NotAsked, Kind::Disabled, Kind::Absent}) {
        const Judgement judgement =
            judge(running(requeue),
                  evidence(says(std::string(meaning.name)), silent(accounting), marker(0)));
        EXPECT_EQ(judgement.state, expected_state(meaning, requeue)) << meaning.name;
        EXPECT_EQ(judgement.absence, Absence{});
      }
    }
  }
}

TEST(Judge, EveryStateInTheAccountingOnceTheQueueForgot) {
  for (const StateMeaning& meaning : job_states()) {
    for (const Requeue requeue : {Requeue::On, Requeue::Off}) {
      const std::string state(meaning.name);
      const Judgement judgement =
          judge(running(requeue), evidence(silent(Kind::Absent), says(state), marker(0)));
      const RunState expected = expected_state(meaning, requeue);
      // A live word of the accounting is out of date: the marker of an ended script wins.
      const bool live = meaning.phase != Phase::Done && meaning.phase != Phase::Failed;
      EXPECT_EQ(judgement.state, live ? RunState::Done : expected) << state;
    }
  }
}

TEST(Judge, WithoutTheQueueOnlyAFinalWordOfTheAccountingEndsARun) {
  for (const StateMeaning& meaning : job_states()) {
    const std::string state(meaning.name);
    const Judgement judgement =
        judge(running(), evidence(silent(Kind::NotAsked), says(state), marker(0)));
    const RunState expected = expected_state(meaning, Requeue::Off);
    EXPECT_EQ(judgement.state, meaning.phase == Phase::Unknown ? RunState::Running : expected)
        << state;
  }
}

TEST(Judge, WhatCannotBeAskedIsNeverAnEnd) {
  for (const Kind accounting : {Kind::NotAsked, Kind::Disabled, Kind::Absent}) {
    for (const std::optional<EndMarker>& end :
         {std::optional<EndMarker>{}, std::optional(marker(0)), std::optional(marker(1))}) {
      EXPECT_EQ(judge(running(), evidence(silent(Kind::NotAsked), silent(accounting), end)),
                (Judgement{RunState::Running, "on n1", {}}));
    }
  }
}

TEST(Judge, TheMarkerDecidesOnceTheQueueAnsweredWithoutTheJob) {
  for (const Kind accounting : {Kind::NotAsked, Kind::Disabled, Kind::Absent}) {
    EXPECT_EQ(judge(running(), evidence(silent(Kind::Absent), silent(accounting), marker(0))).state,
              RunState::Done);
    EXPECT_EQ(judge(running(), evidence(silent(Kind::Absent), silent(accounting), marker(1))),
              (Judgement{RunState::Failed, "exit status 1", {}}));
    EXPECT_EQ(
        judge(running(), evidence(silent(Kind::Absent), silent(accounting), marker(77))).detail,
        "exit status 77: the program found no device");
    EXPECT_EQ(
        judge(running(), evidence(silent(Kind::Absent), silent(accounting), marker(143))).detail,
        "exit status 143: ended by signal 15");
  }
}

TEST(Judge, AnAskedCancellationExplainsABadEnd) {
  Evidence asked = evidence(silent(Kind::Absent), silent(Kind::Disabled), marker(143));
  asked.cancel = Evidence::Cancel::Asked;
  EXPECT_EQ(judge(running(), asked).state, RunState::Cancelled);
  asked.marker = marker(0);  // it was faster
  EXPECT_EQ(judge(running(), asked).state, RunState::Done);
}

TEST(Judge, AGoodEndWaitsForItsReports) {
  EXPECT_EQ(judge(running(), evidence(says("COMPLETED"), silent(Kind::NotAsked))),
            (Judgement{RunState::ResultsPending, "the job's end marker is not here yet", {}}));
  Evidence partly = evidence(silent(Kind::Absent), says("COMPLETED"), marker(0));
  partly.results = "report-1.json: report is not here";
  EXPECT_EQ(judge(running(), partly),
            (Judgement{RunState::ResultsPending, "report-1.json: report is not here", {}}));
}

TEST(Judge, SaysWhyInWords) {
  const auto detail = [](const std::string& state, const std::string& exit) {
    return judge(running(), evidence(silent(Kind::Absent), says(state, exit))).detail;
  };
  EXPECT_EQ(detail("TIMEOUT", "0:0"), "TIMEOUT: it ran into its time limit; ask for more");
  EXPECT_EQ(detail("FAILED", "1:0"), "FAILED (exit 1:0): the script ended with an error");
  EXPECT_EQ(detail("FAILED", "0:53"),
            "FAILED (exit 0:53): the output files could not be opened; does the directory exist "
            "there?");
  EXPECT_EQ(detail("CANCELLED by 1000", "0:15"), "CANCELLED (exit 0:15): it was cancelled");
  Testimony pending = says("PENDING");
  pending.row.reason = "Resources\x1b";
  EXPECT_EQ(judge(running(), evidence(pending, silent(Kind::NotAsked))).detail, "Resources\\x1B");
  EXPECT_EQ(judge(running(), evidence(says("FROB\n"), silent(Kind::NotAsked))).state,
            RunState::Unknown);
}

TEST(Judge, AnUnknownWordKeepsItsText) {
  EXPECT_EQ(judge(running(), evidence(says("FROBNICATING"), silent(Kind::NotAsked))),
            (Judgement{RunState::Unknown, "Slurm calls it 'FROBNICATING'", {}}));
}

TEST(Judge, AJobThatIsMissedStaysForAWhile) {
  RunRecord run = running();
  Evidence look = evidence(silent(Kind::Absent), silent(Kind::Absent));
  for (int i = 1; i <= 3; ++i) {
    const Judgement judgement = judge(run, look);
    EXPECT_EQ(judgement.state, RunState::Running) << i;
    EXPECT_EQ(judgement.detail, "not in the queue, not yet in the accounting");
    EXPECT_EQ(judgement.absence, (Absence{i, "2026-11-21T09:30:00Z"}));
    run.absence = judgement.absence;
    look.now += Milliseconds{100'000};
  }
  const Judgement last = judge(run, look);  // the fourth look, 300 s after the first
  EXPECT_EQ(last.state, RunState::Vanished);
  EXPECT_EQ(last.detail,
            "neither the queue nor the accounting knows it, and it left no end marker");
}

TEST(Judge, NeitherTimeNorLooksAloneMakeAJobVanish) {
  RunRecord run = running();
  const Evidence look = evidence(silent(Kind::Absent), silent(Kind::Absent));
  run.absence = {50, "2026-11-21T09:29:00Z"};  // many looks within a minute
  EXPECT_EQ(judge(run, look).state, RunState::Running);
  run.absence = {1, kLongAgo};  // two looks, far apart
  EXPECT_EQ(judge(run, look).state, RunState::Running);
  run.absence = {9, kLongAgo};
  EXPECT_EQ(judge(run, look).state, RunState::Vanished);
  run.submitted = "2026-11-21T09:21:00Z";  // nine minutes old: accounting may be late
  EXPECT_EQ(judge(run, look).state, RunState::Running);
}

TEST(Judge, AnAccountingThatCannotBeAskedKeepsAJobAlive) {
  RunRecord run = running();
  run.absence = {99, kLongAgo};
  const Judgement judgement = judge(run, evidence(silent(Kind::Absent), silent(Kind::NotAsked)));
  EXPECT_EQ(judgement.state, RunState::Running);
  EXPECT_EQ(judgement.detail, "not in the queue; the accounting cannot be asked");
}

TEST(Judge, WithoutAccountingAMissedJobEndsAsVanishedOrCancelled) {
  RunRecord run = running();
  run.absence = {99, kLongAgo};
  Evidence look = evidence(silent(Kind::Absent), silent(Kind::Disabled));
  EXPECT_EQ(judge(run, look).detail,
            "it left the queue without an end marker, and there is no accounting");
  look.cancel = Evidence::Cancel::Asked;
  EXPECT_EQ(judge(run, look).state, RunState::Cancelled);
}

TEST(Judge, AFailedNodeIsNoEndUntilTheJobStaysAway) {
  RunRecord run = running(Requeue::On);
  Evidence look = evidence(silent(Kind::Absent), says("NODE_FAIL"));
  const Judgement first = judge(run, look);
  EXPECT_EQ(first.state, RunState::Pending);
  EXPECT_EQ(first.detail, "NODE_FAIL: a node failed; Slurm may start it again");
  EXPECT_EQ(first.absence.looks, 1);
  run.absence = {3, kLongAgo};
  EXPECT_EQ(judge(run, look).state, RunState::Failed);
  look.queue = says("PENDING");
  EXPECT_EQ(judge(run, look).state, RunState::Pending);
  EXPECT_EQ(judge(run, look).absence, Absence{});
}

TEST(Judge, ALocalProcessTellsByItsLifeAndItsMarker) {
  Evidence look = evidence({}, {});
  EXPECT_EQ(judge_local(look, LocalProcess::Alive).state, RunState::Running);
  EXPECT_EQ(judge_local(look, LocalProcess::Gone),
            (Judgement{RunState::Failed, "it ended without an end marker", {}}));
  look.cancel = Evidence::Cancel::Asked;
  EXPECT_EQ(judge_local(look, LocalProcess::Gone).state, RunState::Cancelled);
  look.marker = marker(0);
  EXPECT_EQ(judge_local(look, LocalProcess::Gone).state, RunState::Done);
  EXPECT_EQ(judge_local(look, LocalProcess::Alive).state, RunState::Running);
  look.marker = marker(143);
  EXPECT_EQ(judge_local(look, LocalProcess::Gone).state, RunState::Cancelled);
  look.cancel = Evidence::Cancel::NotAsked;
  EXPECT_EQ(judge_local(look, LocalProcess::Gone).state, RunState::Failed);
}

}  // namespace
}  // namespace gpujob
