// SPDX-License-Identifier: MIT
#include "device/nvml.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <utility>

namespace gpujob {
namespace {

constexpr const char* kBusId = "0000:01:00.0";

TEST(Nvml, ReadsTheClocksOfTheGpuWithTheBusId) {
  const Nvml nvml(kBusId, FAKE_NVML);
  const DeviceMoment now = nvml.now();
  EXPECT_EQ(now.core_hz, 1.98e9);
  EXPECT_EQ(now.memory_hz, 3.201e9);
  EXPECT_DOUBLE_EQ(now.watts.value(), 412.5);
  EXPECT_EQ(now.celsius, 47);
  EXPECT_DOUBLE_EQ(nvml.now().joules.value() - now.joules.value(), 10);
  EXPECT_FALSE(nvml.throttled());
}

TEST(Nvml, ReadsHowTheGpuIsSetUp) {
  const DeviceState state = Nvml(kBusId, FAKE_NVML).state();
  EXPECT_EQ(state.uuid, "GPU-a8182ded");
  EXPECT_EQ(state.kernel_driver, "580.159.04");
  EXPECT_EQ(state.ecc, "on");
  EXPECT_EQ(state.mig, "");  // not supported
  EXPECT_DOUBLE_EQ(state.power_limit_watts, 700);
  EXPECT_EQ(state.pcie_generation, 5);
  EXPECT_EQ(state.pcie_width, 8);
}

TEST(Nvml, KnowsNoMoreThanADriverWithoutACallSays) {
  const DeviceState state = Nvml(kBusId, FAKE_OLD_NVML).state();
  EXPECT_EQ(state.pcie_generation, 5);
  EXPECT_EQ(state.pcie_width, -1);
}

TEST(Nvml, TellsWhetherTheGpuIsCutIntoParts) {
  for (const auto& [told, mig] : {std::pair{"1", "on"}, std::pair{"0", "off"}}) {
    setenv("FAKE_NVML_MIG", told, 1);
    EXPECT_EQ(Nvml(kBusId, FAKE_NVML).state().mig, mig);
  }
  unsetenv("FAKE_NVML_MIG");
}

Caps caps_with(const Nvml& nvml, const char* reasons) {
  setenv("FAKE_NVML_REASONS", reasons, 1);
  const Caps caps = nvml.now().caps.value();
  unsetenv("FAKE_NVML_REASONS");
  return caps;
}

TEST(Nvml, TellsWhatHoldsTheClockDown) {
  const Nvml nvml(kBusId, FAKE_NVML);
  EXPECT_TRUE(caps_with(nvml, "4").power);
  EXPECT_FALSE(caps_with(nvml, "4").heat);
  for (const char* heat : {"20", "40", "48"}) {
    EXPECT_TRUE(caps_with(nvml, heat).heat) << heat;
    EXPECT_FALSE(caps_with(nvml, heat).brake) << heat;
  }
  for (const char* brake : {"80", "88", "8"}) {
    EXPECT_TRUE(caps_with(nvml, brake).brake) << brake;
    EXPECT_FALSE(caps_with(nvml, brake).heat) << brake;
  }
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
    EXPECT_EQ(nvml->now().core_hz, std::nullopt);
    EXPECT_EQ(nvml->now().caps, std::nullopt);
    EXPECT_EQ(nvml->state().uuid, "");
    EXPECT_EQ(nvml->state().power_limit_watts, -1);
    EXPECT_FALSE(nvml->throttled());
  }
  unsetenv("FAKE_NVML_REASONS");
}

}  // namespace
}  // namespace gpujob
