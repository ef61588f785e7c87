// SPDX-License-Identifier: MIT
#include "plan/program_need.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

TEST(ProgramNeed, IsServedByTheArchitectureItself) {
  EXPECT_TRUE(serves({"sm_70", "sm_89"}, "sm_89"));
  EXPECT_FALSE(serves({"sm_70", "sm_80"}, "sm_89"));
  EXPECT_TRUE(serves({"gfx90a:sramecc+:xnack-"}, "gfx90a"));
  EXPECT_FALSE(serves({"gfx90a"}, "gfx908"));
  EXPECT_FALSE(serves({}, "sm_89"));
}

TEST(ProgramNeed, IsServedByPortableCodeForNoNewerGpu) {
  EXPECT_TRUE(serves({"compute_90"}, "sm_90"));
  EXPECT_TRUE(serves({"compute_90"}, "sm_100"));
  EXPECT_FALSE(serves({"compute_90"}, "sm_89"));
  EXPECT_FALSE(serves({"compute_90"}, "gfx90a"));
  EXPECT_FALSE(serves({"compute_90a"}, "sm_100"));
}

TEST(ProgramNeed, AsksForTheProcessorWhereBothAreKnown) {
  const ProgramFound program{"cuda", "/opt", {"sm_90"}, "x86_64"};
  EXPECT_TRUE(fits(program, {"cuda", "sm_90", "x86_64"}));
  EXPECT_TRUE(fits(program, {"cuda", "sm_90", ""}));
  EXPECT_TRUE(fits(program, {"cuda", "", "x86_64"}));
  EXPECT_FALSE(fits(program, {"cuda", "sm_90", "aarch64"}));
  EXPECT_FALSE(fits(program, {"hip", "", "x86_64"}));
  EXPECT_TRUE(fits({"cuda", "/opt", {"sm_90"}, ""}, {"cuda", "sm_90", "aarch64"}));
}

}  // namespace
}  // namespace gpujob
