// SPDX-License-Identifier: MIT
#include "base/file_system.h"

#include <gtest/gtest.h>
#include <utility>

#include "support/fake_world.h"

namespace gpujob {
namespace {

using Left = std::pair<std::optional<long long>, std::optional<long long>>;

Left left_of(const char* text) {
  const RoomLeft left = read_quota(text);
  return {left.bytes, left.files};
}

// The user guides of OzSTAR ("File systems") and of NIG's supercomputer (FAQ, "Change Storage
// Capacity"), 2026-11-28.
TEST(Quota, IsReadAsLustreTellsIt) {
  EXPECT_EQ(
      left_of("Disk quotas for usr username (uid 1000):\n"
              "     Filesystem    kbytes    quota   limit   grace   files   quota   limit   "
              "grace\n"
              "          /fred [1041408]  5242880 6291456       -     [0]       0       0      "
              " -\n"),
      Left(4201472LL << 10, std::nullopt));
  EXPECT_EQ(
      left_of("        /lustre7 982177580       0 1000000000       - 443208230 0      0       "
              "-\nuid 4711 is using default file quota setting\n"),
      Left(17822420LL << 10, std::nullopt));
}

// The columns are those of quota(1), version 4.06: with --raw-grace a grace is 0 or a second.
TEST(Quota, IsReadAsLinuxTellsIt) {
  EXPECT_EQ(
      left_of("Disk quotas for user ipa1 (uid 737000003): \n"
              "     Filesystem  blocks   quota   limit   grace   files   quota   limit   grace\n"
              "10.10.10.130:/share/home   15860*  15360   20480   1795860000      26       0    "
              "   0       0\n"),
      Left(0, std::nullopt));
  EXPECT_EQ(left_of("/dev/sda1 100 0 1024 0 40 100 50 0\n"), Left(924 << 10, 10));
}

TEST(Quota, OfWhichNothingIsToldIsNone) {
  for (const char* text :
       {"", "Disk quotas for user root (uid 0): none\n", "/home 100 0 0 0 26 0 0 0\n",
        "/home 100 200 300 0 26 0 0\n", "/home a 200 300 0 26 0 0 0\n",
        "/home -1 200 300 0 26 0 0 0\n", "/home 1 200 9223372036854775807 0 26 0 0 0\n"}) {
    EXPECT_EQ(left_of(text), Left()) << text;
  }
}

TEST(FileSystem, IsAskedForTheUsersQuotaByItsKind) {
  FakeWorld world;
  world.always({"df"},
               ended(0, "Type  Avail IAvail Mounted on\nlustre 900000000000 0 /my scratch\n"));
  world.always({"lfs", "quota", "-q", "-u", "ada", "/my scratch"},
               ended(0, "/my scratch 10 0 30 - 5 0 9 -\n"));
  world.always({"quota"}, ended(0, "/x 10 0 99 - 5 0 99 -\n"));
  auto found = file_system_of(world, "/my scratch/runs");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->type, "lustre");
  EXPECT_EQ(found->free.files, std::nullopt);
  EXPECT_FALSE(found->free.is_little());
  world.always({"df"}, ended(0, "Type  Avail IAvail Mounted on\nnfs4 900000000000 77777 /home\n"));
  found = file_system_of(world, "/home/ada");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->quota.bytes, 89 << 10);
  EXPECT_EQ(found->quota.files, 94);
  EXPECT_TRUE(found->quota.is_little());
  world.always({"df"}, ended(1, ""));
  EXPECT_FALSE(file_system_of(world, "/home/ada"));
}

}  // namespace
}  // namespace gpujob
