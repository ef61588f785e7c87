// SPDX-License-Identifier: MIT
#include "sandbox/ports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/format.h"
#include "sandbox/record.h"
#include "support/fake_world.h"
#include "support/messages.h"

namespace gpujob {
namespace {

using testing::ElementsAre;

constexpr const char* kHead =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n";

/// A line of /proc/net/tcp.
std::string socket(int port) {
  return format("   0: 0100007F:{:04X} 00000000:0000 0A 00000000:00000000 00:00000000 0 0\n", port);
}

TEST(Ports, AreReadFromBothTables) {
  FakeWorld world;
  world.put("/proc/net/tcp", kHead + socket(0x4E20) + socket(22));
  world.put("/proc/net/tcp6", std::string(kHead) +
                                  "   0: 00000000000000000000000001000000:1F90 "
                                  "00000000000000000000000000000000:0000 0A 00000000\n");
  EXPECT_THAT(used_ports(world), ElementsAre(22, 8080, 20'000));
}

TEST(Ports, ARowSkipsThoseInUse) {
  FakeWorld world;
  std::string table = kHead;
  for (int port = 20'000; port < 32'000; port += 10) table += socket(port);
  world.put("/proc/net/tcp", table);
  const auto nine = free_ports(world, 9);
  ASSERT_TRUE(is_ok(nine));
  EXPECT_EQ(*nine % 10, 1);
  EXPECT_TRUE(fails_with(free_ports(world, 10), ExitCode::Failed,
                         {"sandbox: no 10 free ports in a row from 20000 to 32000; end other "
                          "sandboxes: 'gpujob sandbox list' names them"}));
}

TEST(Ports, ThoseOfASandboxThatDoesNotListenYetAreTaken) {
  FakeWorld world;
  std::string table = kHead;
  for (int port = 20'000; port < 32'000; ++port) {
    if (port != 25'000 && port != 26'000) table += socket(port);
  }
  world.put("/proc/net/tcp", table);
  SandboxRecord record;
  record.name = "x";
  record.layout = {sandbox_home(world) + "/x", "/run/x"};
  record.slurmctld_port = 25'000;
  ASSERT_TRUE(is_ok(world.make_directory(record.layout.directory)));
  ASSERT_TRUE(is_ok(save_record(world, record)));
  const auto port = free_ports(world, 1);
  ASSERT_TRUE(is_ok(port));
  EXPECT_EQ(*port, 26'000);
}

}  // namespace
}  // namespace gpujob
