// SPDX-License-Identifier: MIT
#include "slurm/job_state.h"

#include <gtest/gtest.h>
#include <map>
#include <string>

namespace gpujob {
namespace {

// squeue's manual, JOB STATE CODES (22.05), and what later versions added.
const std::map<std::string, std::pair<std::string, Phase>> kManual{
    {"BOOT_FAIL", {"BF", Phase::Failed}},      {"CANCELLED", {"CA", Phase::Failed}},
    {"COMPLETED", {"CD", Phase::Done}},        {"CONFIGURING", {"CF", Phase::Pending}},
    {"COMPLETING", {"CG", Phase::Running}},    {"DEADLINE", {"DL", Phase::Failed}},
    {"FAILED", {"F", Phase::Failed}},          {"NODE_FAIL", {"NF", Phase::Failed}},
    {"OUT_OF_MEMORY", {"OOM", Phase::Failed}}, {"PENDING", {"PD", Phase::Pending}},
    {"PREEMPTED", {"PR", Phase::Failed}},      {"RUNNING", {"R", Phase::Running}},
    {"RESV_DEL_HOLD", {"RD", Phase::Pending}}, {"REQUEUE_FED", {"RF", Phase::Pending}},
    {"REQUEUE_HOLD", {"RH", Phase::Pending}},  {"REQUEUED", {"RQ", Phase::Pending}},
    {"RESIZING", {"RS", Phase::Running}},      {"REVOKED", {"RV", Phase::Unknown}},
    {"SIGNALING", {"SI", Phase::Running}},     {"SPECIAL_EXIT", {"SE", Phase::Pending}},
    {"STAGE_OUT", {"SO", Phase::Running}},     {"STOPPED", {"ST", Phase::Running}},
    {"SUSPENDED", {"S", Phase::Running}},      {"TIMEOUT", {"TO", Phase::Failed}},
    {"POWER_UP_NODE", {"PO", Phase::Pending}}, {"LAUNCH_FAILED", {"LF", Phase::Failed}},
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
  EXPECT_EQ(returning, "BOOT_FAIL LAUNCH_FAILED NODE_FAIL PREEMPTED ");
}

TEST(ExitAdvice, ExplainsWhatTheStateDoesNot) {
  EXPECT_EQ(exit_advice("0:53"),
            "the output files could not be opened; does the directory exist there?");
  EXPECT_EQ(exit_advice("0:9"), "it was killed from outside, often for memory");
  EXPECT_EQ(exit_advice("0:125"), "it ran out of memory");
  EXPECT_EQ(exit_advice("1:0"), "");
}

TEST(ReasonMeaning, FindsTheClosestEntry) {
  EXPECT_EQ(reason_meaning("Resources"), "waiting for free nodes");
  EXPECT_EQ(reason_meaning("DependencyNeverSatisfied"), "the job it depends on failed: cancel it");
  EXPECT_EQ(reason_meaning("Dependency"), "waiting for another job to end");
  EXPECT_EQ(reason_meaning("QOSMaxGRESPerUser"), "a limit of its QOS per job or user is reached");
  EXPECT_EQ(reason_meaning("AssocGrpGRES"), "a limit of its account is reached");
  EXPECT_EQ(reason_meaning("ReqNodeNotAvail, UnavailableNodes:n[1-4]"),
            "the nodes it needs are down or reserved");
  EXPECT_EQ(reason_meaning("SomethingNew"), "");
}

}  // namespace
}  // namespace gpujob
