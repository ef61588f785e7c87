// SPDX-License-Identifier: MIT
#include "plan/scheduler_flags.h"

#include <gmock/gmock.h>

#include "sample.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(WithoutScheduler, FlagsThatChangeNothingAreOneWarning) {
  Sample sample = local_machine();
  sample.request.memory_mib = 1;
  EXPECT_THAT(found(sample),
              ElementsAre("warning: site 'local': gp226 --mem has no effect (it has no scheduler); "
                          "leave it out"));
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
                         {"site 'local': gp226 is one machine, 2 nodes are asked (it has no "
                          "scheduler); leave --nodes out",
                          "site 'local': gp226 no sbatch takes the options after '--' (it has no "
                          "scheduler); leave them out"}));
}

TEST(WithoutScheduler, AtACenterAllOfThemCount) {
  Sample sample = feature_site();
  sample.request.nodes = 2;
  sample.request.memory_mib = 4000;
  sample.request.sbatch_arguments = {"--nodelist=zz"};
  EXPECT_THAT(found(sample.backend("cpu")), IsEmpty());
}

}  // namespace
}  // namespace gpujob
