// SPDX-License-Identifier: MIT
#include "report/plot/plot_axis.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gpujob {
namespace {

using testing::ElementsAre;

std::vector<std::string> labels_of(const std::vector<Tick>& ticks) {
  std::vector<std::string> labels;
  for (const Tick& tick : ticks) labels.push_back(tick.label);
  return labels;
}

std::vector<std::string> across(Span span, Scale scale, const AxisUnit& unit, double pixels = 600) {
  return labels_of(ticks_of(Axis(span, scale, {0, pixels}), unit, Direction::Horizontal));
}

TEST(PlotAxis, StepsAreOneTwoOrFive) {
  EXPECT_DOUBLE_EQ(nice_step({0, 10}, 10), 1);
  EXPECT_DOUBLE_EQ(nice_step({0, 11}, 10), 2);
  EXPECT_DOUBLE_EQ(nice_step({0, 0.3}, 8), 0.05);
  EXPECT_DOUBLE_EQ(nice_step({0, 9.5}, 1), 10);
}

TEST(PlotAxis, LinearTicksAreRoundAndSpeakInTheUnit) {
  EXPECT_THAT(across({0.0020, 0.00211}, Scale::Linear, {1e-3, "ms"}),
              ElementsAre("2.00", "2.02", "2.04", "2.06", "2.08", "2.10"));
  EXPECT_THAT(across({0, 0.013}, Scale::Linear, {1e-3, "ms"}),
              ElementsAre("0", "2", "4", "6", "8", "10", "12"));
}

TEST(PlotAxis, LogTicksThinOutWhereTheyWouldTouch) {
  EXPECT_THAT(across({1e-3, 1e-1}, Scale::Log, {1e-3, "ms"}),
              ElementsAre("1", "2", "5", "10", "20", "50", "100"));
  EXPECT_THAT(across({1e-3, 1e-1}, Scale::Log, {1e-3, "ms"}, 80), ElementsAre("1", "10", "100"));
  EXPECT_THAT(across({1, 1e12}, Scale::Log, {1, ""}, 160),
              ElementsAre("1", "1000", "10⁶", "10⁹", "10¹²"));
}

TEST(PlotAxis, NarrowLogAxesHaveEvenTicks) {
  EXPECT_THAT(across({0.95, 1.06}, Scale::Log, {1, ""}),
              ElementsAre("0.96", "0.98", "1.00", "1.02", "1.04", "1.06"));
}

TEST(PlotAxis, LabelsNeverTouch) {
  for (const double low : {1e-9, 0.1, 0.5, 3.0, 999.0}) {
    for (const double ratio : {1.0001, 1.1, 3.0, 30.0, 1e4, 1e9}) {
      for (const Scale scale : {Scale::Linear, Scale::Log}) {
        const Axis axis({low, low * ratio}, scale, {0, 400});
        const auto ticks = ticks_of(axis, {1, ""}, Direction::Horizontal);
        for (std::size_t i = 1; i < ticks.size(); ++i) {
          const double between = axis.at(ticks[i].value) - axis.at(ticks[i - 1].value);
          const double half =
              (text_width(ticks[i].label, kTickSize) + text_width(ticks[i - 1].label, kTickSize)) /
              2;
          EXPECT_GT(between, half) << low << " × " << ratio << ": " << ticks[i].label;
        }
      }
    }
  }
}

TEST(PlotAxis, SpreadsOfMoreThanEightAreLog) {
  EXPECT_EQ(scale_for({1, 7.9}), Scale::Linear);
  EXPECT_EQ(scale_for({1, 8.1}), Scale::Log);
  EXPECT_EQ(scale_for({0, 8.1}), Scale::Linear);
}

TEST(PlotAxis, SpansLeaveRoomAndStartAtZeroWhereTheyComeNearIt) {
  EXPECT_DOUBLE_EQ(span_around({1, 4}, Scale::Linear).low, 0);
  EXPECT_DOUBLE_EQ(span_around({3, 4}, Scale::Linear).low, 2.94);
  const Span single = span_around({2, 2}, Scale::Linear);
  EXPECT_LT(single.low, 2);
  EXPECT_GT(single.high, 2);
  EXPECT_GT(span_around({0, 0}, Scale::Linear).high, 0);
}

TEST(PlotAxis, PlacesFollowTheScale) {
  EXPECT_DOUBLE_EQ(Axis({0, 10}, Scale::Linear, {100, 200}).at(5), 150);
  EXPECT_DOUBLE_EQ(Axis({1, 100}, Scale::Log, {100, 200}).at(10), 150);
  EXPECT_DOUBLE_EQ(Axis({0, 10}, Scale::Linear, {200, 100}).at(10), 100);
  EXPECT_DOUBLE_EQ(Axis({0, 10}, Scale::Linear, {100, 200}).clamped(12), 200);
}

TEST(PlotAxis, UnitsKeepNumbersShort) {
  EXPECT_EQ(axis_unit({Measure::Kind::Time, ""}, 0.002).name, "ms");
  EXPECT_EQ(axis_unit({Measure::Kind::Time, ""}, 3e-10).name, "ns");
  EXPECT_EQ(axis_unit({Measure::Kind::Rate, "op"}, 3.6e13).name, "Top/s");
  EXPECT_EQ(axis_unit({Measure::Kind::Rate, "B"}, 0.5).name, "B/s");
  EXPECT_EQ(axis_unit({Measure::Kind::Share, ""}, 0.8).name, "%");
}

TEST(PlotAxis, TablesHaveFourDigits) {
  EXPECT_EQ(precise_text({Measure::Kind::Time, ""}, 0.0020314159), "2.031 ms");
  EXPECT_EQ(precise_text({Measure::Kind::Time, ""}, 123.456), "123.5 s");
  EXPECT_EQ(precise_text({Measure::Kind::Rate, "op"}, 3.61578e13), "36.16 Top/s");
  EXPECT_EQ(precise_text({Measure::Kind::Share, ""}, 0.8368), "83.68 %");
  EXPECT_EQ(precise_text({Measure::Kind::Ratio, ""}, 1.8271), "1.827×");
  EXPECT_EQ(precise_text({Measure::Kind::Time, ""}, 0), "0.000 ns");
}

}  // namespace
}  // namespace gpujob
