// SPDX-License-Identifier: MIT
#include "slurm/accounting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/fake_world.h"
#include "support/messages.h"
#include "unit/slurm/sample_endpoint.h"

namespace gpujob {
namespace {

TEST(ListAccounting, AsksForAllocationsOnly) {
  FakeWorld world;
  world.always({"sacct"},
               ended(0,
                     "1|CANCELLED by 1000|0:15|n1|00:00:09|2026-11-21T04:20:15|5310|64|gj-x-01\n"
                     "72_3|COMPLETED|0:0|None assigned|00:00:00|Unknown|||a|b\n"));
  world.put("/usr/bin/sacct", "");
  const auto rows = list_accounting(world, endpoint_of(), {"1", "72_3"});
  ASSERT_TRUE(is_ok(rows));
  ASSERT_TRUE(rows->has_value());
  ASSERT_EQ((*rows)->size(), 2u);
  EXPECT_EQ((*rows)->at(0), (JobRow{"1", "gj-x-01", "CANCELLED by 1000", "", "0:15", "n1",
                                    "00:00:09", "2026-11-21T04:20:15", "5310", "64"}));
  EXPECT_EQ((*rows)->at(1).name, "a|b");
  EXPECT_EQ((*rows)->at(1).energy, "");
  EXPECT_THAT(world.requests[0].argv,
              testing::ElementsAre("/usr/bin/sacct", "--allocations", "--parsable2", "--noheader",
                                   "--format=JobID,State,ExitCode,NodeList,Elapsed,Submit,"
                                   "ConsumedEnergyRaw,AllocCPUS,JobName",
                                   "--jobs=1,72_3"));
}

TEST(ListAccounting, DisabledIsAnAnswer) {
  FakeWorld world;
  world.always({"sacct"}, ended(1, "", "Slurm accounting storage is disabled\n"));
  const auto rows = list_accounting(world, endpoint_of(), {"1"});
  ASSERT_TRUE(is_ok(rows));
  EXPECT_FALSE(rows->has_value());
}

TEST(ListAccounting, ADatabaseThatIsAwayIsUnknownWhateverTheExitStatus) {
  const std::string away =
      "sacct: error: Sending PersistInit msg: Connection refused\n"
      "sacct: error: Problem talking to the database: Connection refused\n";
  for (const int status : {0, 1}) {
    FakeWorld world;
    world.always({"sacct"}, ended(status, "", away));
    EXPECT_TRUE(fails_with(list_accounting(world, endpoint_of(), {"1"}), ExitCode::Unknown,
                           {"sacct: the accounting could not be asked (Sending PersistInit msg: "
                            "Connection refused; Problem talking to the database: Connection "
                            "refused); try again in a minute"}));
  }
}

TEST(ListAccounting, TakesNoCutRowForAnAbsentJob) {
  FakeWorld world;
  world.once({"sacct"}, ended(0, "1|COMPLETED|0:0|n1|00:00:09|2026-11-21T0\n"));
  EXPECT_TRUE(fails_with(list_accounting(world, endpoint_of(), {"1"}), ExitCode::Unknown,
                         {"sacct: a row of the accounting cannot be read "
                          "(1|COMPLETED|0:0|n1|00:00:09|2026-11-21T0); try again in a minute"}));
  world.once({"sacct"}, ended(0, "1|COMPLETED|0:0|n1|00:00:09|2026-11-21T0"));
  EXPECT_TRUE(fails_with(list_accounting(world, endpoint_of(), {"1"}), ExitCode::Unknown,
                         {"sacct: the accounting could not be asked (its last line broke off); "
                          "try again in a minute"}));
}

TEST(FindInAccounting, LooksByNameAndTime) {
  FakeWorld world;
  world.always({"sacct"}, ended(0, ""));
  const auto rows = find_in_accounting(world, endpoint_of(), {"gj-x-01"}, world.now());
  ASSERT_TRUE(is_ok(rows));
  ASSERT_TRUE(rows->has_value());
  EXPECT_TRUE((*rows)->empty());
  EXPECT_THAT(world.requests[0].argv,
              testing::IsSupersetOf(
                  {std::string("--name=gj-x-01"), std::string("--starttime=2026-11-21T09:30:00")}));
}

}  // namespace
}  // namespace gpujob
