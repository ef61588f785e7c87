// SPDX-License-Identifier: MIT
#include "slurm/job_state.h"

#include <gtest/gtest.h>
#include <map>
#include <string>

#include "base/text.h"
#include "support/read_source.h"

namespace gpujob {
namespace {

// https://slurm.schedmd.com/job_state_codes.html (checked 2026-11-25): states, then flags; the
// letters are those of squeue's manual.
const std::map<std::string, std::pair<std::string, Phase>> kManual{
    {"BOOT_FAIL", {"BF", Phase::Failed}},
    {"CANCELLED", {"CA", Phase::Failed}},
    {"COMPLETED", {"CD", Phase::Done}},
    {"CONFIGURING", {"CF", Phase::Pending}},
    {"COMPLETING", {"CG", Phase::Running}},
    {"DEADLINE", {"DL", Phase::Failed}},
    {"FAILED", {"F", Phase::Failed}},
    {"NODE_FAIL", {"NF", Phase::Failed}},
    {"OUT_OF_MEMORY", {"OOM", Phase::Failed}},
    {"PENDING", {"PD", Phase::Pending}},
    {"PREEMPTED", {"PR", Phase::Failed}},
    {"RUNNING", {"R", Phase::Running}},
    {"RESV_DEL_HOLD", {"RD", Phase::Pending}},
    {"REQUEUE_FED", {"RF", Phase::Pending}},
    {"REQUEUE_HOLD", {"RH", Phase::Pending}},
    {"REQUEUED", {"RQ", Phase::Pending}},
    {"RESIZING", {"RS", Phase::Running}},
    {"REVOKED", {"RV", Phase::Unknown}},
    {"SIGNALING", {"SI", Phase::Running}},
    {"SPECIAL_EXIT", {"SE", Phase::Pending}},
    {"STAGE_OUT", {"SO", Phase::Running}},
    {"STOPPED", {"ST", Phase::Running}},
    {"SUSPENDED", {"S", Phase::Running}},
    {"TIMEOUT", {"TO", Phase::Failed}},
    {"POWER_UP_NODE", {"PO", Phase::Pending}},
    {"LAUNCH_FAILED", {"LF", Phase::Failed}},
    {"RECONFIG_FAIL", {"RECONFIG_FAIL", Phase::Failed}},
    {"UPDATE_DB", {"UPDATE_DB", Phase::Unknown}},
};

TEST(JobState, HoldsEveryStateOfTheManuals) {
  EXPECT_EQ(job_states().size(), kManual.size());
  for (const auto& [name, expected] : kManual) {
    for (const std::string& word : {name, expected.first}) {
      const StateMeaning meaning = meaning_of(word);
      EXPECT_EQ(meaning.name, name);
      EXPECT_EQ(meaning.phase, expected.second) << word;
    }
  }
}

TEST(JobState, ReadsTheFirstWordAndNotTheMarkOfACutField) {
  EXPECT_EQ(meaning_of("CANCELLED by 1000").name, "CANCELLED");
  EXPECT_EQ(meaning_of("CANCELLED+").name, "CANCELLED");
  EXPECT_EQ(meaning_of("OUT_OF_ME+").phase, Phase::Unknown);
}

TEST(JobState, AWordThatIsNotListedClaimsNothing) {
  for (const char* word : {"", "FROBNICATING", "completed", "COMPLETEDX", " "}) {
    EXPECT_EQ(meaning_of(word).phase, Phase::Unknown) << word;
    EXPECT_EQ(meaning_of(word).name, "");
  }
}

TEST(JobState, OnlyFailuresOfTheMachineMayComeBack) {
  std::string returning;
  for (const StateMeaning& meaning : job_states()) {
    if (meaning.back == Return::Possible) returning += std::string(meaning.name) + " ";
  }
  EXPECT_EQ(returning, "BOOT_FAIL LAUNCH_FAILED RECONFIG_FAIL NODE_FAIL PREEMPTED ");
}

TEST(ExitAdvice, ExplainsWhatTheStateDoesNot) {
  EXPECT_EQ(exit_advice("0:53"),
            "the output files could not be opened; does the directory exist there?");
  EXPECT_EQ(exit_advice("0:9"), "it was killed from outside, often for memory");
  EXPECT_EQ(exit_advice("0:125"), "it ran out of memory");
  EXPECT_EQ(exit_advice("1:0"), "");
}

TEST(ReasonMeaning, KnowsEveryReasonOfSlurm) {
  const std::string table = "tests/unit/slurm/job_reasons.txt";
  const std::string text = read_source(table);
  int reasons = 0;
  for (const std::string_view line : lines(text)) {
    if (line.starts_with('#')) continue;
    ++reasons;
    EXPECT_NE(reason_meaning(line), "") << line;
  }
  EXPECT_GT(reasons, 180) << table;
}

TEST(ReasonMeaning, FindsTheClosestEntry) {
  EXPECT_EQ(reason_meaning("Resources"), "waiting for free nodes");
  EXPECT_EQ(reason_meaning("DependencyNeverSatisfied"), "the job it depends on failed: cancel it");
  EXPECT_EQ(reason_meaning("Dependency"), "waiting for another job to end");
  EXPECT_EQ(reason_meaning("QOSMaxGRESPerUser"), "a limit of its QOS per job or user is reached");
  EXPECT_EQ(reason_meaning("AssocGrpGRES"), "a limit of its account is reached");
  EXPECT_EQ(reason_meaning("ReqNodeNotAvail, UnavailableNodes:n[1-4]"),
            "the nodes it needs are down or reserved");
  EXPECT_EQ(reason_meaning("MaxMemPerLimit"), "more memory than the limit per CPU or node");
  EXPECT_EQ(reason_meaning("MaxGRESPerAccount"), "a limit of its QOS per account is reached");
  EXPECT_EQ(reason_meaning("QOSMaxWallDurationPerJobLimit"),
            "more time than its QOS allows one job");
  EXPECT_EQ(reason_meaning("QOSNotAllowed"), "its account or partition does not take its QOS");
  EXPECT_EQ(reason_meaning("SomethingNew"), "");
}

}  // namespace
}  // namespace gpujob
