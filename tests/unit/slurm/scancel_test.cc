// SPDX-License-Identifier: MIT
#include "slurm/scancel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_world.h"
#include "support/messages.h"
#include "unit/slurm/sample_endpoint.h"

namespace gpujob {
namespace {

TEST(CancelJob, NamesTheJobByIdAndName) {
  FakeWorld world;
  world.always({"scancel"}, ended(0));
  world.put("/usr/bin/scancel", "");
  EXPECT_TRUE(is_ok(cancel_jobs(world, endpoint_of(), {"4711"}, "gj-x-01")));
  EXPECT_THAT(world.requests[0].argv,
              testing::ElementsAre("/usr/bin/scancel", "--name=gj-x-01", "4711"));
}

TEST(CancelJob, AJobThatIsOverNeedsNothing) {
  FakeWorld world;
  world.always({"scancel"}, ended(1, "",
                                  "scancel: error: Kill job error on job id 4711: Invalid job "
                                  "id specified\n"));
  EXPECT_TRUE(is_ok(cancel_jobs(world, endpoint_of(), {"4711"}, "gj-x-01")));
}

TEST(CancelJob, ARefusalIsNotAnUnknown) {
  FakeWorld world;
  world.always({"scancel"}, ended(1, "",
                                  "scancel: error: Kill job error on job id 4711: "
                                  "Access/permission denied\n"));
  EXPECT_TRUE(fails_with(cancel_jobs(world, endpoint_of(), {"4711"}, "gj-x-01"),
                         ExitCode::Scheduler,
                         {"job 4711: scancel was refused (Kill job error on job id 4711: "
                          "Access/permission denied)"}));
}

TEST(CancelJob, ATimeOutMayHaveCancelled) {
  FakeWorld world;
  world.always({"scancel"}, ended(1, "",
                                  "scancel: error: Kill job error on job id 4711: Socket "
                                  "timed out on send/recv operation\n"));
  EXPECT_TRUE(
      fails_with(cancel_jobs(world, endpoint_of(), {"4711"}, "gj-x-01"), ExitCode::Unknown,
                 {"scancel: job 4711 may or may not be cancelled (Kill job error on job id "
                  "4711: Socket timed out on send/recv operation); try again in a minute"}));
}

}  // namespace
}  // namespace gpujob
