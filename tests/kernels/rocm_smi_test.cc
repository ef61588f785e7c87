// SPDX-License-Identifier: MIT
#include "device/rocm_smi.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <string>

namespace gpujob {
namespace {

TEST(RocmSmi, ReadsTheClocksOfTheGpuWithTheBusId) {
  const RocmSmi smi("0000:c1:00.0", FAKE_ROCM_SMI);
  const DeviceMoment now = smi.now();
  EXPECT_EQ(now.core_hz, 1.7e9);
  EXPECT_EQ(now.memory_hz, 1.6e9);
  EXPECT_EQ(now.watts, 310);
  EXPECT_EQ(now.celsius, 61);
  EXPECT_EQ(now.joules, 3);
}

TEST(RocmSmi, ReadsHowTheGpuIsSetUp) {
  const DeviceState state = RocmSmi("0000:c1:00.0", FAKE_ROCM_SMI).state();
  EXPECT_EQ(state.uuid, "0x00c0ffee00c0ffee");
  EXPECT_EQ(state.ecc, "on");
  EXPECT_DOUBLE_EQ(state.power_limit_watts, 560);
  EXPECT_EQ(state.pcie_generation, 4);
  EXPECT_EQ(state.pcie_width, 16);
  const DeviceState silent = RocmSmi("0000:c6:00.0", FAKE_ROCM_SMI).state();
  EXPECT_EQ(silent.ecc, "off");
  EXPECT_EQ(silent.pcie_generation, -1);
  EXPECT_EQ(silent.pcie_width, -1);
}

TEST(RocmSmi, SaysNothingWhereItCannotKnow) {
  setenv("FAKE_ROCM_SMI_BROKEN", "1", 1);
  const RocmSmi broken("0000:c1:00.0", FAKE_ROCM_SMI);
  unsetenv("FAKE_ROCM_SMI_BROKEN");
  const RocmSmi silent("0000:c6:00.0", FAKE_ROCM_SMI), other_gpu("0000:c1:00.1", FAKE_ROCM_SMI),
      other_node("0001:c1:00.0", FAKE_ROCM_SMI), unnamed("", FAKE_ROCM_SMI),
      missing("0000:c1:00.0", "libno-such-library.so");
  for (const RocmSmi* smi : {&broken, &silent, &other_gpu, &other_node, &unnamed, &missing}) {
    const DeviceMoment now = smi->now();
    EXPECT_EQ(now.core_hz, std::nullopt);
    EXPECT_EQ(now.memory_hz, std::nullopt);
    EXPECT_EQ(now.watts, std::nullopt);
    EXPECT_EQ(now.joules, std::nullopt);
    EXPECT_FALSE(smi->throttled());
  }
}

bool throttled_by(const RocmSmi& smi, int bit) {
  setenv("FAKE_ROCM_SMI_THROTTLER", std::to_string(bit).c_str(), 1);
  const bool throttled = smi.throttled();
  unsetenv("FAKE_ROCM_SMI_THROTTLER");
  return throttled;
}

TEST(RocmSmi, ClocksAreHeldDownByHeatAndByTheBoardButNotByALimitOfPower) {
  const RocmSmi smi("0000:c1:00.0", FAKE_ROCM_SMI);
  constexpr int package_power = 0, current = 16, heat_of_gpu = 32, heat_of_memory = 34, board = 47,
                reliability = 57;
  for (const int bit : {heat_of_gpu, heat_of_memory, board}) {
    EXPECT_TRUE(throttled_by(smi, bit)) << bit;
  }
  for (const int bit : {package_power, current, reliability}) {
    EXPECT_FALSE(throttled_by(smi, bit)) << bit;
  }
  setenv("FAKE_ROCM_SMI_CONTENT", "2", 1);  // has no such field
  EXPECT_FALSE(throttled_by(smi, heat_of_gpu));
  unsetenv("FAKE_ROCM_SMI_CONTENT");
}

TEST(RocmSmi, ReadsNoFormatThatItDoesNotKnow) {
  const RocmSmi smi("0000:c1:00.0", FAKE_ROCM_SMI);
  setenv("FAKE_ROCM_SMI_FORMAT", "2", 1);
  EXPECT_EQ(smi.now().core_hz, std::nullopt);
  EXPECT_FALSE(throttled_by(smi, 32));
  unsetenv("FAKE_ROCM_SMI_FORMAT");
}

}  // namespace
}  // namespace gpujob
