// SPDX-License-Identifier: MIT
#include "report/plot/time_axis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gpujob {
namespace {

using testing::ElementsAre;

std::vector<std::string> labels(const char* from, const char* to) {
  const Axis axis({*seconds_of(from), *seconds_of(to)}, Scale::Linear, {0, 500});
  std::vector<std::string> found;
  for (const Tick& tick : time_ticks(axis)) found.push_back(tick.label);
  return found;
}

TEST(TimeAxis, ReadsInstants) {
  EXPECT_EQ(seconds_of("1970-01-02T00:00:01Z"), 86401);
  EXPECT_EQ(seconds_of("2026-11-21T10:15:30Z"), 1795256130);
  for (const char* bad : {"", "2026-11-21", "2026-02-30T10:15:30Z", "2026-11-21T24:15:30Z",
                          "2026-11-21T10:15:30+", "2026x11-21T10:15:30Z", "2026-11-2aT10:15:30Z"}) {
    EXPECT_EQ(seconds_of(bad), std::nullopt) << bad;
  }
}

TEST(TimeAxis, WritesMinutes) {
  EXPECT_EQ(minute_text(*seconds_of("2026-11-21T10:05:59Z")), "2026-11-21 10:05");
}

TEST(TimeAxis, TicksAreWholeHoursDaysMondaysMonthsAndYears) {
  EXPECT_THAT(labels("2026-11-21T10:10:00Z", "2026-11-21T13:10:00Z"),
              ElementsAre("11-21 11:00", "11-21 12:00", "11-21 13:00"));
  EXPECT_THAT(labels("2026-11-21T10:10:00Z", "2026-11-24T13:10:00Z"),
              ElementsAre("2026-11-22", "2026-11-23", "2026-11-24"));
  EXPECT_THAT(labels("2026-11-01T00:00:00Z", "2026-11-28T00:00:00Z"),
              ElementsAre("2026-11-02", "2026-11-09", "2026-11-16", "2026-11-23"));
  EXPECT_THAT(labels("2025-12-20T00:00:00Z", "2026-05-02T00:00:00Z"),
              ElementsAre("2026-01", "2026-02", "2026-03", "2026-04", "2026-05"));
  EXPECT_THAT(labels("2019-06-01T00:00:00Z", "2026-06-01T00:00:00Z"),
              ElementsAre("2020", "2021", "2022", "2023", "2024", "2025", "2026"));
}

}  // namespace
}  // namespace gpujob
