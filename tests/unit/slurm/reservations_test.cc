// SPDX-License-Identifier: MIT
#include "slurm/reservations.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

TEST(Reservations, AreReadWithTheirTimes) {
  const auto read = read_reservations(
      "ReservationName=maint StartTime=2026-11-25T08:00:00 EndTime=2026-11-25T17:00:00 "
      "Duration=09:00:00 Nodes=n[1-4] NodeCnt=4 CoreCnt=256 Features=(null) "
      "Flags=MAINT,SPEC_NODES TRES=cpu=256 Users=ada,bob Groups=(null) Accounts=p1\n"
      "ReservationName=course StartTime=2026-11-26T08:00:00 EndTime=2026-11-26T17:00:00 NodeCnt=1 "
      "Flags=\n");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ(read->front().name, "maint");
  EXPECT_EQ(format_instant(read->front().start), "2026-11-25T08:00:00Z");
  EXPECT_EQ(read->front().nodes, 4);
  EXPECT_TRUE(read->front().is_maintenance);
  EXPECT_FALSE(read->back().is_maintenance);
  EXPECT_EQ(read->front().node_list, "n[1-4]");
  EXPECT_EQ(read->front().users, (std::vector<std::string>{"ada", "bob"}));
  EXPECT_EQ(read->front().accounts, std::vector<std::string>{"p1"});
}

TEST(Reservations, NoneIsNoError) {
  const auto read = read_reservations("No reservations in the system\n");
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->empty());
}

TEST(Reservations, WhatCannotBeReadIsAnError) {
  const auto read = read_reservations("ReservationName=x StartTime=soon EndTime=later NodeCnt=1\n");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.failure().exit, ExitCode::Unknown);
  EXPECT_EQ(
      read.failure().diagnostics.front().line(),
      "scontrol: reservation 'x' cannot be read; ask again; 'scontrol show reservation' shows "
      "what it says");
}

}  // namespace
}  // namespace gpujob
