// SPDX-License-Identifier: MIT
#include "base/duration.h"

#include <gtest/gtest.h>
#include <limits>
#include <map>

namespace gpujob {
namespace {

// The numbers are what Slurm's own reader (time_str2secs of version 22.05) gives.
TEST(Walltime, TakesEveryFormOfSbatch) {
  const std::map<std::string, long long> forms{
      {"90", 90 * 60},     {"90:30", 5430},        {"1:90:00", 9000}, {"1-12", 129600},
      {"1-12:30", 131400}, {"1-2:3:4", 93784},     {"00:08:00", 480}, {"0", 0},
      {"2-", 172800},      {"7-00:00:00", 604800}, {"010", 600},
  };
  for (const auto& [text, seconds] : forms) {
    EXPECT_EQ(parse_walltime(text), Seconds{seconds}) << text;
  }
}

TEST(Day, IsOneOfTheCalendar) {
  for (const char* const day : {"2026-11-21", "2028-02-29", "2026-12-31"}) {
    EXPECT_TRUE(is_day(day)) << day;
  }
  for (const char* const bad :
       {"", "2026-13-01", "2026-02-29", "2026-02-30", "2026-00-10", "2026-11-00", "2026-1-21",
        "2026-11-2x", "-026-11-21", "2026/11/21", "2026-11-210"}) {
    EXPECT_FALSE(is_day(bad)) << bad;
  }
}

TEST(Walltime, RefusesEverythingElse) {
  for (const char* const bad :
       {"", ":", "30:", ":30", "-", "-5", "1-:30", "1:2:3:4", "1-2-3", "1.5", " 10", "10m", "1h",
        "UNLIMITED", "1-1:1:1:1", "99999999999", "+1", "1:-2:3", "1000000000-1"}) {
    EXPECT_EQ(parse_walltime(bad), std::nullopt) << bad;
  }
}

TEST(Walltime, IsWrittenInTheFormThatIsReadBack) {
  EXPECT_EQ(format_walltime(Seconds{480}), "00:08:00");
  EXPECT_EQ(format_walltime(Seconds{7 * 86400}), "7-00:00:00");
  EXPECT_EQ(format_walltime(Seconds{86399}), "23:59:59");
  EXPECT_EQ(format_walltime(Seconds{0}), "00:00:00");
  for (const long long seconds : {1LL, 59LL, 3600LL, 86400LL, 93784LL, 604801LL}) {
    EXPECT_EQ(parse_walltime(format_walltime(Seconds{seconds})), Seconds{seconds});
  }
}

TEST(Interval, NeedsItsUnit) {
  EXPECT_EQ(parse_interval("30s"), Seconds{30});
  EXPECT_EQ(parse_interval("5m"), Seconds{300});
  EXPECT_EQ(parse_interval("2h"), Seconds{7200});
  EXPECT_EQ(parse_interval("7d"), Seconds{604800});
  for (const char* const bad : {"", "30", "s", "30 s", "1w", "-1s", "1.5h", "5M"}) {
    EXPECT_EQ(parse_interval(bad), std::nullopt) << bad;
  }
}

TEST(MeasuredTime, HasThreeDigits) {
  EXPECT_EQ(format_seconds(0.68), "680 ms");
  EXPECT_EQ(format_seconds(0.002512), "2.51 ms");
  EXPECT_EQ(format_seconds(1.2), "1.20 s");
  EXPECT_EQ(format_seconds(12.34), "12.3 s");
  EXPECT_EQ(format_seconds(45.6e-6), "45.6 µs");
  EXPECT_EQ(format_seconds(7e-9), "7.00 ns");
  EXPECT_EQ(format_seconds(0), "0 s");
  EXPECT_EQ(format_seconds(-0.5), "-500 ms");
}

TEST(MeasuredTime, RoundsIntoTheNextUnit) {
  EXPECT_EQ(format_seconds(0.9996), "1.00 s");
  EXPECT_EQ(format_seconds(9.999), "10.0 s");
  EXPECT_EQ(format_seconds(0.0009999), "1.00 ms");
  EXPECT_EQ(format_seconds(59.97), "1 min 0 s");
}

TEST(MeasuredTime, IsLongInTwoUnits) {
  EXPECT_EQ(format_seconds(185), "3 min 5 s");
  EXPECT_EQ(format_seconds(7500), "2 h 5 min");
  EXPECT_EQ(format_seconds(93784), "1 d 2 h");
}

TEST(MeasuredTime, IsAbsentWhereItIsNoNumber) {
  EXPECT_EQ(format_seconds(std::numeric_limits<double>::quiet_NaN()), "n/a");
  EXPECT_EQ(format_seconds(std::numeric_limits<double>::infinity()), "n/a");
}

}  // namespace
}  // namespace gpujob
