// SPDX-License-Identifier: MIT
#include "sandbox/stand_in.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json_value.h"
#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;

GpuModel model(const char* id, Vendor vendor, const char* architecture) {
  GpuModel made;
  made.id = id;
  made.vendor = vendor;
  made.architecture = architecture;
  return made;
}

class StandIn : public testing::Test {
 protected:
  void SetUp() override {
    world.put("/lib exec/w.cpu", "");
    world.put("/lib exec/w.cpu.json",
              R"({"backend": "cpu", "architectures": [], "processor": "x86_64", "name": "w"})");
    world.put("/lib exec/w.numba", "");
    world.put("/lib exec/w.cuda", "a real one, not to be used");
    const GpuCatalogue catalogue(
        {model("n1", Vendor::Nvidia, "sm_80"), model("n2", Vendor::Nvidia, "sm_70"),
         model("n3", Vendor::Nvidia, "sm_80"), model("a1", Vendor::Amd, "gfx90a")});
    ASSERT_TRUE(is_ok(write_stand_ins(world, "/lib exec", "/s/libexec", catalogue)));
  }

  FakeWorld world;
};

TEST_F(StandIn, RunsTheCpuProgramAndSaysSo) {
  EXPECT_EQ(world.text_of("/s/libexec/w.cuda"),
            "#!/bin/sh\nexport GPUJOB_STAND_IN_FOR=cuda\nexec '/lib exec/w.cpu' \"$@\"\n");
  EXPECT_EQ(world.text_of("/s/libexec/w.hip"),
            "#!/bin/sh\nexport GPUJOB_STAND_IN_FOR=hip\nexec '/lib exec/w.cpu' \"$@\"\n");
  EXPECT_EQ(world.files.at("/s/libexec/w.cuda").mode, FileMode::Executable);
}

TEST_F(StandIn, APythonProgramStandsInForItselfOnAGpu) {
  EXPECT_EQ(world.text_of("/s/libexec/w.numba"),
            "#!/bin/sh\nexport GPUJOB_STAND_IN_FOR=numba\nexec '/lib exec/w.numba' \"$@\"\n");
  EXPECT_EQ(world.files.at("/s/libexec/w.numba").mode, FileMode::Executable);
  EXPECT_FALSE(world.files.contains("/s/libexec/w.numba.json"));
}

TEST_F(StandIn, TheCpuProgramStandsInForNobody) {
  EXPECT_EQ(world.text_of("/s/libexec/w.cpu"), "#!/bin/sh\nexec '/lib exec/w.cpu' \"$@\"\n");
}

TEST_F(StandIn, ItsDescriptionFitsEveryGpuOfTheVendor) {
  const auto description = parse_json(world.text_of("/s/libexec/w.cuda.json"), "x");
  ASSERT_TRUE(is_ok(description));
  EXPECT_EQ((*description)["backend"], "cuda");
  EXPECT_THAT((*description)["architectures"].get<std::vector<std::string>>(),
              ElementsAre("sm_70", "sm_80"));
  EXPECT_EQ((*description)["processor"], "");
  EXPECT_EQ((*description)["stand_in"], "cpu");
  EXPECT_EQ((*description)["name"], "w");
}

TEST_F(StandIn, OneOfAUsersOwnIsWrittenWhereOnlyItsJobsLook) {
  ASSERT_TRUE(
      is_ok(write_own_stand_ins(world, "/programs/k/w.cpu", "/programs/k/stand_in", "w", "cpu")));
  EXPECT_EQ(world.text_of("/programs/k/stand_in/w.cuda"),
            "#!/bin/sh\nexport GPUJOB_STAND_IN_FOR=cuda\nexec /programs/k/w.cpu \"$@\"\n");
  EXPECT_EQ(world.text_of("/programs/k/stand_in/w.hip"),
            "#!/bin/sh\nexport GPUJOB_STAND_IN_FOR=hip\nexec /programs/k/w.cpu \"$@\"\n");
  EXPECT_EQ(world.text_of("/programs/k/stand_in/w.cpu"),
            "#!/bin/sh\nexec /programs/k/w.cpu \"$@\"\n");
  EXPECT_EQ(world.files.at("/programs/k/stand_in/w.cuda").mode, FileMode::Executable);
}

TEST_F(StandIn, AnEmulatedOneIsAlsoFoundUnderItsOwnName) {
  ASSERT_TRUE(is_ok(write_own_stand_ins(world, "/k/w.emulated", "/k/stand_in", "w", "emulated")));
  EXPECT_EQ(world.text_of("/k/stand_in/w.cuda"),
            "#!/bin/sh\nexport GPUJOB_STAND_IN_FOR=cuda\nexec /k/w.emulated \"$@\"\n");
  EXPECT_EQ(world.text_of("/k/stand_in/w.emulated"), "#!/bin/sh\nexec /k/w.emulated \"$@\"\n");
  EXPECT_EQ(world.kind("/k/stand_in/w.cpu"), FileKind::Absent);
}

}  // namespace
}  // namespace gpujob
