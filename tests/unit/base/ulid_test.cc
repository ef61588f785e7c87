// SPDX-License-Identifier: MIT
#include "base/ulid.h"

#include <gtest/gtest.h>
#include <set>

#include "support/fake_world.h"

namespace gpujob {
namespace {

TEST(Ulid, HoldsTheTime) {
  FakeWorld world;
  const std::string id = make_ulid(world);
  EXPECT_TRUE(is_ulid(id)) << id;
  EXPECT_EQ(ulid_time(id), world.now());
  // The example of the specification.
  EXPECT_EQ(ulid_time("01ARZ3NDEKTSV4RRFFQ69G5FAV"), Instant{Milliseconds{1'469'922'850'259}});
}

TEST(Ulid, SortsInTheOrderOfMaking) {
  FakeWorld world;
  std::string last;
  for (int i = 0; i < 200; ++i) {
    if (i % 50 == 49) world.advance(Milliseconds{1});
    const std::string id = make_ulid(world);
    EXPECT_LT(last, id);
    last = id;
  }
}

TEST(Ulid, KeepsItsOrderWhenTheClockIsSetBack) {
  FakeWorld world;
  const std::string first = make_ulid(world);
  world.advance(Milliseconds{-5000});
  EXPECT_LT(first, make_ulid(world));
}

TEST(Ulid, CarriesOverTheWholeWidth) {
  FakeWorld world;
  world.latest_ulid = make_ulid(world).substr(0, 10) + "00000000ZZZZZZZZ";
  const std::string time = world.latest_ulid.substr(0, 10);
  EXPECT_EQ(make_ulid(world), time + "0000000100000000");
}

TEST(Ulid, DiffersFromProcessToProcess) {
  std::set<std::string> ids;
  for (int i = 0; i < 100; ++i) {
    World& world = system_world();
    world.latest_ulid.clear();  // as a new process begins
    ids.insert(make_ulid(world).substr(10));
  }
  EXPECT_EQ(ids.size(), 100u);
}

TEST(Ulid, IsRecognised) {
  EXPECT_TRUE(is_ulid("01arz3ndektsv4rrffq69g5fav"));
  EXPECT_TRUE(is_ulid("7ZZZZZZZZZZZZZZZZZZZZZZZZZ"));
  EXPECT_FALSE(is_ulid("8ZZZZZZZZZZZZZZZZZZZZZZZZZ")) << "more than 128 bits";
  EXPECT_FALSE(is_ulid("01ARZ3NDEKTSV4RRFFQ69G5FA")) << "25 characters";
  EXPECT_FALSE(is_ulid("01ARZ3NDEKTSV4RRFFQ69G5FAI")) << "I is not a digit";
  EXPECT_FALSE(is_ulid("01ARZ3NDEKTSV4RRFFQ69G5F/.")) << "must be safe as a file name";
  EXPECT_EQ(ulid_time("RUNID"), std::nullopt);
}

}  // namespace
}  // namespace gpujob
