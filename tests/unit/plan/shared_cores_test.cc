// SPDX-License-Identifier: MIT
#include "plan/shared_cores.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SharedCores, OtherRunsOnThemAreNamed) {
  Sample sample = feature_site().backend("cpu");
  sample.request.neighbours = {"01A", "01B"};
  const auto resolution = sample.resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_THAT(lines_of(resolution->diagnostics),
              ElementsAre("warning: site 'hpc2n': gp224 01A, 01B run on the same cores (all of "
                          "them will take longer than alone); time one after the other: 'gpujob "
                          "wait 01A 01B' first"));
}

TEST(SharedCores, AloneNothingIsSaid) {
  const auto resolution = feature_site().backend("cpu").resolve();
  ASSERT_TRUE(is_ok(resolution));
  EXPECT_THAT(resolution->diagnostics, IsEmpty());
}

}  // namespace
}  // namespace gpujob
