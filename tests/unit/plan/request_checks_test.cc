// SPDX-License-Identifier: MIT
#include "plan/request_checks.h"

#include <gmock/gmock.h>

#include "base/format.h"
#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ShellVariables, AreNamedByWhoWouldObeyThem) {
  Sample sample = feature_site().backend("cpu");
  sample.request.slurm_variables = {"SBATCH_TIMELIMIT", "SLURM_CONF", "SBATCH_GRES"};
  const auto resolution = sample.resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_THAT(
      lines_of(resolution->diagnostics),
      ElementsAre("warning: environment: gp216 SBATCH_TIMELIMIT, SBATCH_GRES are set in this shell "
                  "(gpujob does not pass them on); use the flags of the same names",
                  "note: environment: gp216 SLURM_CONF is set in this shell (gpujob does not pass "
                  "them on)"));
}

TEST(SharedCores, OtherRunsOnThemAreNamed) {
  Sample sample = feature_site().backend("cpu");
  sample.request.neighbours = {"01A", "01B"};
  const auto resolution = sample.resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_THAT(lines_of(resolution->diagnostics),
              ElementsAre("warning: site 'hpc2n': gp224 01A, 01B run on the same cores (each will "
                          "take longer than alone); run 'gpujob wait 01A 01B' first"));
}

TEST(SharedCores, AloneNothingIsSaid) {
  const auto resolution = feature_site().backend("cpu").resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_THAT(resolution->diagnostics, IsEmpty());
}

TEST(WithoutScheduler, FlagsThatChangeNothingAreOneWarning) {
  Sample sample = local_machine();
  sample.request.memory_mib = 1;
  EXPECT_THAT(
      found(sample),
      ElementsAre(
          "warning: site 'local': gp226 --mem has no effect (it has no scheduler); leave it out"));
  sample.request.cpus_per_task = 1;
  sample.request.constraint = "fast";
  sample.request.account = SourcedValue{"acc", From::Flag, "--account"};
  sample.request.qos = SourcedValue{"high", From::Flag, "--qos"};
  sample.request.reservation = SourcedValue{"course", From::Flag, "--reservation"};
  EXPECT_THAT(found(sample.partition("gpu")),
              ElementsAre("warning: site 'local': gp226 --cpus-per-task, --mem, --constraint, "
                          "--account, --partition, --qos, --reservation have no effect (it has no "
                          "scheduler); leave them out"));
}

TEST(WithoutScheduler, WhatIsConfiguredForTheCentersIsNoFlag) {
  Sample sample = local_machine();
  sample.request.nodes = 1;
  sample.request.account = SourcedValue{"acc", From::SlurmVariable, "SBATCH_ACCOUNT"};
  sample.request.qos = SourcedValue{"high", From::Configuration, "config.yaml:3"};
  EXPECT_THAT(found(sample), IsEmpty());
}

TEST(WithoutScheduler, SeveralNodesAndOptionsForSbatchAreRefused) {
  Sample sample = local_machine();
  sample.request.nodes = 2;
  sample.request.sbatch_arguments = {"--nodelist=zz"};
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Invalid,
                         {"site 'local': gp226 is one machine, 2 nodes requested (it has no "
                          "scheduler); leave --nodes out",
                          "site 'local': gp226 options after '--' are for sbatch (it has no "
                          "scheduler); leave them out"}));
}

TEST(WithoutScheduler, AtACenterAllOfThemCount) {
  Sample sample = feature_site();
  sample.request.nodes = 2;
  sample.request.memory_mib = 4000;
  sample.request.sbatch_arguments = {"--nodelist=zz"};
  EXPECT_THAT(found(sample.backend("cpu")), IsEmpty());
}

Sample with_status(ClusterStatus::State state, Mark mark) {
  Sample sample = feature_site().backend("cpu");
  sample.cluster().status = {state, "2026-09-30", mark, "naiss/arrhenius", {}};
  return sample;
}

TEST(ClusterStatus, IsSilentWhileActive) {
  const auto resolution = feature_site().backend("cpu").resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_THAT(resolution->diagnostics, IsEmpty());
}

TEST(ClusterStatus, RefusesWhatTheCenterSaysIsRetired) {
  Sample sample = with_status(ClusterStatus::State::Retired, Mark::D);
  EXPECT_TRUE(fails_with(sample.resolve(), ExitCode::Invalid,
                         {"site 'hpc2n': gp211 cluster 'kebnekaise' was retired on 2026-09-30; use "
                          "--site naiss/arrhenius, or --allow-retired to go on"}));
  sample.cluster().status.successor = "";
  sample.cluster().status.date = "";
  EXPECT_TRUE(fails_with(
      sample.resolve(), ExitCode::Invalid,
      {"site 'hpc2n': gp211 cluster 'kebnekaise' was retired; --allow-retired to go on"}));
}

TEST(ClusterStatus, GoesOnWhereTheUserAllowsIt) {
  Sample sample = with_status(ClusterStatus::State::Retired, Mark::D);
  sample.request.retired = RetiredClusters::Allow;
  const auto resolution = sample.resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_THAT(lines_of(resolution->diagnostics),
              ElementsAre("warning: site 'hpc2n': gp211 cluster 'kebnekaise' was retired on "
                          "2026-09-30; use --site naiss/arrhenius"));
}

TEST(ClusterStatus, OnlyWarnsOnAnotherPartysWord) {
  const auto resolution = with_status(ClusterStatus::State::Retired, Mark::D3).resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_THAT(lines_of(resolution->diagnostics),
              ElementsAre("warning: site 'hpc2n': gp211 cluster 'kebnekaise' was retired on "
                          "2026-09-30 (not the center's own word); use --site naiss/arrhenius"));
}

TEST(ClusterStatus, KnowsWhetherTheEndIsPast) {
  Sample sample = with_status(ClusterStatus::State::Ending, Mark::U);
  for (const auto& [today, words] :
       {std::pair{"2026-09-29", "is to close"}, std::pair{"2026-09-30", "was to close"},
        std::pair{"2026-11-21", "was to close"}}) {
    sample.request.today = today;
    const auto resolution = sample.resolve();
    ASSERT_TRUE(is_ok(resolution));
    EXPECT_THAT(
        lines_of(resolution->diagnostics),
        ElementsAre(std::string("warning: site 'hpc2n': gp212 cluster 'kebnekaise' ") + words +
                    " on 2026-09-30 (announced, not certain); use --site naiss/arrhenius"));
  }
  sample.cluster().status = {ClusterStatus::State::Ending, "", Mark::D, "", {}};
  const auto resolution = sample.resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_THAT(lines_of(resolution->diagnostics),
              ElementsAre("warning: site 'hpc2n': gp212 cluster 'kebnekaise' is to close"));
}

Sample with_array(Sample sample, const std::string& indices) {
  sample.request.array = SourcedValue{indices, From::Flag, "--array"};
  return sample;
}

TEST(Array, IsAListOfIndicesAndPerhapsHowManyAtATime) {
  for (const char* indices : {"", "3-1", "1,,2", "0-9%0", "0-9%x", "a"}) {
    EXPECT_TRUE(fails_with(with_array(feature_site().backend("cpu"), indices).resolve(),
                           ExitCode::Usage,
                           {format("option '--array': '{}' is not a list of array indices; write "
                                   "it like 0-9, 1,3,5 or, with ten at a time, 0-99%10",
                                   indices)}))
        << indices;
  }
  const auto resolution = with_array(feature_site().backend("cpu"), "[0-9%2]").resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_EQ(*array_of(resolution->plan), "[0-9%2]");
}

TEST(Array, StaysBelowTheClustersMaxArraySize) {
  Sample sample = feature_site().backend("cpu");
  sample.cluster().max_array_size = 1001;
  EXPECT_TRUE(is_ok(with_array(sample, "1-1000").resolve()));
  EXPECT_TRUE(fails_with(with_array(sample, "5,1001").resolve(), ExitCode::Invalid,
                         {"site 'hpc2n': gp230 array index 1001 is too large (indices go to 1000 "
                          "there); use lower indices, and several arrays for more tasks"}));
}

TEST(Array, NeedsAScheduler) {
  EXPECT_TRUE(fails_with(with_array(local_machine(), "0-3").resolve(), ExitCode::Invalid,
                         {"site 'local': gp226 runs one job at a time, --array asks for an array "
                          "of them (it has no scheduler); leave it out"}));
}

TEST(AgeOfFacts, MoreThanAYearIsANote) {
  Sample sample = feature_site().backend("cpu");
  sample.cluster().sources = {{{"a page"}, "2025-11-21", ""}, {{"a page"}, "2025-11-20", ""}};
  sample.request.today = "2026-11-20";
  EXPECT_THAT(found(sample), IsEmpty());
  sample.request.today = "2026-11-21";
  EXPECT_THAT(found(sample),
              ElementsAre("note: site 'hpc2n': gp231 its profile has facts of 2025-11-20, more "
                          "than a year old (a center may have changed them); compare them with "
                          "the cluster by 'gpujob site drift'"));
}

TEST(CopiedFacts, AreAWarningUntilTheyAreConfirmed) {
  Sample sample = feature_site().backend("cpu");
  const std::string day = sample.request.today;
  sample.cluster().sources = {{{"a page"}, day, ""}, {{"copied from south/elm"}, day, ""}};
  EXPECT_THAT(found(sample),
              ElementsAre(HasSubstr("warning: site 'hpc2n': gp233 its profile has facts that are "
                                    "copied from south/elm (whether they hold here is not "
                                    "confirmed); 'gpujob site check ")));
}

}  // namespace
}  // namespace gpujob
