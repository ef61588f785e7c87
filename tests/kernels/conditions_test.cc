// SPDX-License-Identifier: MIT
#include "harness/conditions.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

DeviceMoment moment(double core_hz, double watts, double celsius, double joules, Caps caps) {
  return {core_hz, {}, watts, celsius, joules, caps};
}

TEST(Conditions, AreTheMedianClockTheMeanPowerTheHighestHeatAndSharesOfCaps) {
  const Caps capped{true, false, false}, hot{true, true, false}, free{};
  const Conditions all = conditions_of({moment(1.0e9, 100, 40, 1000, free),
                                        moment(1.9e9, 300, 60, 1010, capped),
                                        moment(1.5e9, 200, 50, 1030, hot),
                                        {}});
  EXPECT_EQ(all.moments, 4);
  EXPECT_EQ(all.core_hz, 1.5e9);
  EXPECT_EQ(all.watts, 200);
  EXPECT_EQ(all.celsius, 60);
  EXPECT_EQ(all.joules, 30);
  EXPECT_DOUBLE_EQ(all.power_capped, 2 / 3.0);
  EXPECT_DOUBLE_EQ(all.heat_capped, 1 / 3.0);
  EXPECT_EQ(all.braked, 0);
}

TEST(Conditions, OfADeviceThatSaysLittleAreUnknown) {
  const Conditions all = conditions_of({{}, {}});
  for (const double unknown : {all.core_hz, all.watts, all.celsius, all.joules, all.power_capped,
                               all.heat_capped, all.braked}) {
    EXPECT_EQ(unknown, -1);
  }
}

}  // namespace
}  // namespace gpujob
