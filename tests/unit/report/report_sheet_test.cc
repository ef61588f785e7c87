// SPDX-License-Identifier: MIT
#include "report/report_sheet.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "sample_report.h"

namespace gpujob {
namespace {

/// What the sheet says the device did; empty if it says nothing.
std::string meanwhile(const Json& conditions) {
  Json patch = Json::object();
  if (!conditions.is_null()) patch["conditions"] = Json::array({conditions});
  const ReportSheet sheet = make_report_sheet({example_report(patch)});
  const auto fact = std::find_if(sheet.facts.begin(), sheet.facts.end(),
                                 [](const auto& one) { return one.first == "meanwhile"; });
  return fact == sheet.facts.end() ? "" : fact->second;
}

TEST(ReportSheet, SaysWhatTheDeviceDidMeanwhile) {
  EXPECT_EQ(meanwhile(nullptr), "");
  const Json quiet = {{"moments", 19},       {"core_clock_hz", 1980000000}, {"power_watts", 359.4},
                      {"power_capped", 0.0}, {"temperature_celsius", 58},   {"braked", 0.0}};
  EXPECT_EQ(meanwhile(quiet), "1.98 GHz, 359 W, at most 58 °C");
  EXPECT_EQ(meanwhile({{"moments", 18}, {"power_capped", 0.944}, {"heat_capped", 0.1}}),
            "at its limit of power 94.4 % of the time, held down by heat 10.0 % of the time");
}

}  // namespace
}  // namespace gpujob
