// SPDX-License-Identifier: MIT
#include "slurm/slurm_limits.h"

#include <gtest/gtest.h>
#include <utility>

namespace gpujob {
namespace {

// As `sacctmgr -nP show assoc` of Slurm 22.05 lists them.
TEST(SlurmLimits, ResourcesAreRead) {
  SlurmLimits limits;
  ASSERT_TRUE(
      narrow_by_tres("billing=9,cpu=640,gres/gpu:a100=4,gres/gpu=8,mem=1000G,node=4", limits));
  EXPECT_EQ(limits.cpus, 640);
  EXPECT_EQ(limits.gpus, 8);
  EXPECT_EQ(limits.memory_mib, 1000 * 1024);
  EXPECT_EQ(limits.nodes, 4);
  EXPECT_EQ(limits.time, std::nullopt);
}

// convert_num_unit2() of src/common/slurm_protocol_api.c with CONVERT_NUM_UNIT_EXACT keeps halves.
TEST(SlurmLimits, MemoryHasHalves) {
  for (const auto& [listed, mib] :
       {std::pair{"mem=2.50G", 2560LL}, std::pair{"mem=1.50T", 1536LL * 1024}}) {
    SlurmLimits limits;
    EXPECT_TRUE(narrow_by_tres(listed, limits)) << listed;
    EXPECT_EQ(limits.memory_mib, mib) << listed;
  }
  SlurmLimits limits;
  for (const char* listed :
       {"mem=.50G", "mem=1.G", "mem=1.5", "mem=1.50", "mem=1.5xG", "mem=-1.50G"})
    EXPECT_FALSE(narrow_by_tres(listed, limits)) << listed;
}

TEST(SlurmLimits, TheNarrowerOfTwoHolds) {
  SlurmLimits limits;
  ASSERT_TRUE(narrow_by_tres("", limits));
  EXPECT_EQ(limits.cpus, std::nullopt);
  ASSERT_TRUE(narrow_by_tres("cpu=64,node=2", limits));
  ASSERT_TRUE(narrow_by_tres("cpu=32,node=4,mem=500M", limits));
  EXPECT_EQ(limits.cpus, 32);
  EXPECT_EQ(limits.nodes, 2);
  EXPECT_EQ(limits.memory_mib, 500);
}

TEST(SlurmLimits, TimesAndNumbersAreReadOrAbsent) {
  SlurmLimits limits;
  EXPECT_TRUE(read_limit("", limits.time));
  EXPECT_EQ(limits.time, std::nullopt);
  EXPECT_TRUE(read_limit("2-00:00:00", limits.time));
  EXPECT_EQ(limits.time, Seconds{2 * 24 * 3600});
  EXPECT_TRUE(read_limit("100", limits.submitted));
  EXPECT_EQ(limits.submitted, 100);
  EXPECT_FALSE(read_limit("long", limits.time));
  EXPECT_FALSE(read_limit("many", limits.submitted));
  for (const char* listed : {"cpu=many", "cpu", "cpu=", "mem=1X", "mem="})
    EXPECT_FALSE(narrow_by_tres(listed, limits)) << listed;
}

TEST(SlurmLimits, AreCombined) {
  SlurmLimits one;
  SlurmLimits other;
  one.cpus = 8;
  one.gpus = 2;
  other.cpus = 16;
  other.nodes = 3;
  one.time = other.time = Seconds{60};
  const SlurmLimits most = widest(one, other);
  EXPECT_EQ(most.cpus, 16);
  EXPECT_EQ(most.gpus, std::nullopt) << "the other has no limit";
  EXPECT_EQ(most.nodes, std::nullopt);
  EXPECT_EQ(most.time, Seconds{60});
  const SlurmLimits least = narrowest(one, other);
  EXPECT_EQ(least.cpus, 8);
  EXPECT_EQ(least.gpus, 2);
  EXPECT_EQ(least.nodes, 3);
  const SlurmLimits left = without(one, other);
  EXPECT_EQ(left.cpus, std::nullopt) << "the other's comes first";
  EXPECT_EQ(left.gpus, 2);
  EXPECT_EQ(left.time, std::nullopt);
}

}  // namespace
}  // namespace gpujob
