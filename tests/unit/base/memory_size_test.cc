// SPDX-License-Identifier: MIT
#include "base/memory_size.h"

#include <gtest/gtest.h>
#include <map>

namespace gpujob {
namespace {

// The numbers are what Slurm's own reader (str_to_mbytes of version 22.05) gives.
TEST(MemorySize, ReadsWhatSbatchReads) {
  const std::map<std::string, long long> forms{
      {"4000", 4000}, {"16G", 16384},  {"16g", 16384},  {"512M", 512}, {"1T", 1048576}, {"100K", 1},
      {"1500K", 2},   {"16GB", 16384}, {"16Gb", 16384}, {"010", 10},   {"0", 0},
  };
  for (const auto& [text, mib] : forms) EXPECT_EQ(parse_memory_mib(text), mib) << text;
}

TEST(MemorySize, RefusesEverythingElse) {
  for (const char* const bad : {"", "G", "1.5G", "-1", "16 G", "16Gi", "16GiB", "4P", "16GBx",
                                "9223372036854775807", "99999999999T"}) {
    EXPECT_EQ(parse_memory_mib(bad), std::nullopt) << bad;
  }
}

TEST(MemorySize, IsWrittenInGibWhereThatIsExact) {
  EXPECT_EQ(format_memory_mib(16384), "16G");
  EXPECT_EQ(format_memory_mib(4000), "4000M");
  EXPECT_EQ(format_memory_mib(0), "0M");
}

TEST(Bytes, HaveOneDecimalWhereItSaysSomething) {
  EXPECT_EQ(format_bytes(80), "80 B");
  EXPECT_EQ(format_bytes(512.0 * 1024 * 1024), "512 MiB");
  EXPECT_EQ(format_bytes(3.2 * 1024 * 1024 * 1024), "3.2 GiB");
  EXPECT_EQ(format_bytes(1023.99 * 1024), "1 MiB");
  EXPECT_EQ(format_bytes(0), "0 B");
}

}  // namespace
}  // namespace gpujob
