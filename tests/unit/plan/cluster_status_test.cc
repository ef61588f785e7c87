// SPDX-License-Identifier: MIT
#include "plan/cluster_status.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

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
  EXPECT_TRUE(
      fails_with(sample.resolve(), ExitCode::Invalid,
                 {"site 'hpc2n': gp211 cluster 'kebnekaise' was retired; --allow-retired to "
                  "go on"}));
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
       {std::pair{"2026-09-29", "ends"}, std::pair{"2026-09-30", "was to end"},
        std::pair{"2026-11-21", "was to end"}}) {
    sample.request.today = today;
    const auto resolution = sample.resolve();
    ASSERT_TRUE(is_ok(resolution));
    EXPECT_THAT(
        lines_of(resolution->diagnostics),
        ElementsAre(std::string("warning: site 'hpc2n': gp212 cluster 'kebnekaise' ") + words +
                    " on 2026-09-30 (announced, not certain); its successor is --site "
                    "naiss/arrhenius"));
  }
  sample.cluster().status = {ClusterStatus::State::Ending, "", Mark::D, "", {}};
  const auto resolution = sample.resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_THAT(lines_of(resolution->diagnostics),
              ElementsAre("warning: site 'hpc2n': gp212 cluster 'kebnekaise' is ending"));
}

}  // namespace
}  // namespace gpujob
