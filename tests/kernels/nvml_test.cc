// SPDX-License-Identifier: MIT
#include "device/nvml.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace gpujob {
namespace {

constexpr const char* kBusId = "0000:01:00.0";

TEST(Nvml, ReadsTheClocksOfTheGpuWithTheBusId) {
  const Nvml nvml(kBusId, FAKE_NVML);
  EXPECT_EQ(nvml.clock_hz(Nvml::Clock::Core), 1.98e9);
  EXPECT_EQ(nvml.clock_hz(Nvml::Clock::Memory), 3.201e9);
  EXPECT_FALSE(nvml.throttled());
}

TEST(Nvml, TellsHeatAndBrakesFromAPowerLimitAndFromIdling) {
  const Nvml nvml(kBusId, FAKE_NVML);
  for (const char* reasons : {"1", "2", "4", "10", "100"}) {
    setenv("FAKE_NVML_REASONS", reasons, 1);
    EXPECT_FALSE(nvml.throttled()) << reasons;
  }
  for (const char* reasons : {"8", "20", "40", "80", "44"}) {
    setenv("FAKE_NVML_REASONS", reasons, 1);
    EXPECT_TRUE(nvml.throttled()) << reasons;
  }
  unsetenv("FAKE_NVML_REASONS");
}

TEST(Nvml, SaysNothingWhereItCannotKnow) {
  setenv("FAKE_NVML_REASONS", "40", 1);
  setenv("FAKE_NVML_BROKEN", "1", 1);
  const Nvml broken(kBusId, FAKE_NVML);
  unsetenv("FAKE_NVML_BROKEN");
  const Nvml other_gpu("0000:02:00.0", FAKE_NVML), missing(kBusId, "libno-such-library.so.1");
  for (const Nvml* nvml : {&broken, &other_gpu, &missing}) {
    EXPECT_EQ(nvml->clock_hz(Nvml::Clock::Core), std::nullopt);
    EXPECT_FALSE(nvml->throttled());
  }
  unsetenv("FAKE_NVML_REASONS");
}

}  // namespace
}  // namespace gpujob
