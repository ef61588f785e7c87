// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "slurm/ask_offers.h"
#include "support/fake_world.h"
#include "support/messages.h"
#include "unit/slurm/sample_endpoint.h"

namespace gpujob {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// https://slurm.schedmd.com/licenses.html: two local licenses, since Slurm 21.08 with "Reserved".
TEST(ClusterOffers, LicensesAreRead) {
  const auto read = read_licenses(
      "LicenseName=ansys\n    Total=100 Used=0 Free=100 Remote=no\n"
      "LicenseName=fluent\n    Total=30 Used=0 Free=30 Reserved=0 Remote=no\n");
  ASSERT_TRUE(is_ok(read));
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ(read->front().name, "ansys");
  EXPECT_EQ(read->front().total, 100);
  EXPECT_EQ(read->back().total, 30);
}

// CSCfi/csc-user-guide: docs/apps/matlab.md (2026-08): a license of MATLAB at CSC.
TEST(ClusterOffers, ALicenseOfACenterIsRead) {
  const auto read = read_licenses("LicenseName=mdcs\n    Total=500 Used=320 Free=180 Remote=no\n");
  ASSERT_TRUE(is_ok(read));
  EXPECT_EQ(read->front().name, "mdcs");
  EXPECT_EQ(read->front().total, 500);
}

TEST(ClusterOffers, NoLicensesAreNoneAndWhatCannotBeReadIsAnError) {
  const auto none = read_licenses("No licenses configured in Slurm.\n");
  ASSERT_TRUE(is_ok(none));
  EXPECT_THAT(*none, IsEmpty());
  EXPECT_FALSE(read_licenses("LicenseName=fluent\n    Total=many\n"));
}

// A public page "Module commands" of a center with Lmod and the names of EasyBuild.
TEST(ClusterOffers, ModulesOfLmodAreRead) {
  EXPECT_THAT(read_modules("/opt/modules/all:\nGCC/\nGCC/7.3.0-2.30\nGCC/12.3.0\nGCCcore/\n"
                           "GCCcore/12.2.0\ngcccuda/\ngcccuda/2020b\n"),
              ElementsAre("GCC/7.3.0-2.30", "GCC/12.3.0", "GCCcore/12.2.0", "gcccuda/2020b"));
}

// module(1) of Environment Modules 5.0: the default is marked, and a folder stands above its files.
TEST(ClusterOffers, ModulesOfEnvironmentModulesAreRead) {
  EXPECT_THAT(read_modules("/usr/share/modules/modulefiles:\ndot\nmodule-git\nnull\n"
                           "/appl/modulefiles:\ncuda/12.4.1(default)\ncuda/11.8\ncuda/12.4.1\n"
                           "No module(s) or extension(s) found!\n"),
              ElementsAre("dot", "module-git", "null", "cuda/12.4.1", "cuda/11.8"));
}

TEST(ClusterOffers, EachIsAskedOnceAndWhatGivesNoAnswerIsNamed) {
  FakeWorld world;
  world.always({"sacctmgr"}, ended(0, "pond|p1|gres/gpu=2|\n"));
  world.always({"scontrol"}, ended(1, "", "scontrol: error: no\n"));
  world.always({"bash"}, ended(77));
  world.always({"sacctmgr", "-nP", "show", "tres"}, ended(0, "cpu|\ngres|gpu\ngres|gpu:h200\n"));
  const ClusterOffers offers = ask_offers(world, endpoint_of(), "22.05.8");
  ASSERT_TRUE(offers.associations);
  EXPECT_EQ(offers.associations->front().account, "p1");
  EXPECT_THAT(*offers.counted_gpus, ElementsAre("h200"));
  EXPECT_FALSE(offers.licenses);
  EXPECT_FALSE(offers.reservations);
  ASSERT_TRUE(offers.modules);
  EXPECT_THAT(*offers.modules, IsEmpty());
  ASSERT_EQ(offers.unknown.size(), 3u);
  EXPECT_EQ(offers.unknown.front().problem, "the licenses could not be asked");
  EXPECT_EQ(offers.unknown.front().severity, Severity::Note);
  EXPECT_EQ(offers.unknown.back().problem, "the jobs could not be asked");
  EXPECT_EQ(world.requests.size(), 6u);
}

TEST(ClusterOffers, SavedAnswersAreReadWhereTheyAre) {
  FakeWorld world;
  world.put("saved/assoc.txt", "pond|p1||gres/gpu=8\n");
  world.put("saved/module.txt", "CUDA/12.9.1\n");
  const auto offers = load_offers(world, "saved");
  ASSERT_TRUE(is_ok(offers));
  EXPECT_EQ(offers->associations->front().all_jobs.gpus, 8);
  EXPECT_THAT(*offers->modules, ElementsAre("CUDA/12.9.1"));
  EXPECT_FALSE(offers->licenses);
  EXPECT_FALSE(offers->counted_gpus);
  world.put("saved/license.txt", "LicenseName=x Total=?\n");
  EXPECT_TRUE(fails_with(load_offers(world, "saved"), ExitCode::Unknown,
                         {"saved/license.txt: license 'x' cannot be read"}));
}

}  // namespace
}  // namespace gpujob
