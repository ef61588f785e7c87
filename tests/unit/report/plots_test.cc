// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <regex>

#include "report/plot/interval_plot.h"
#include "report/plot/roofline_plot.h"
#include "report/plot/strip_plot.h"
#include "report/plot/time_plot.h"

namespace gpujob {
namespace {

using testing::HasSubstr;

const Measure kTime{Measure::Kind::Time, ""};

std::string text_of(const Svg& svg) {
  return svg.inlined("p", "title", "description");
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

/// The x of the first line of a class: "interval" and its ends.
std::pair<double, double> ends_of(const std::string& svg, const std::string& css) {
  const std::regex line("<line class=\"" + css +
                        R"re(" x1="([0-9.]+)" y1="[0-9.]+" x2="([0-9.]+)")re");
  std::smatch found;
  EXPECT_TRUE(std::regex_search(svg, found, line)) << css;
  return {std::stod(found[1]), std::stod(found[2])};
}

TEST(IntervalPlot, ShowsIntervalsAndAHollowMarkWhereThereIsNone) {
  const std::string svg = text_of(
      draw(IntervalPlot{kTime,
                        "kernel time",
                        "less is better",
                        {{"a b", "class P", {0}, 2e-3, Span{1.9e-3, 2.2e-3}, {1.8e-3, 2.4e-3}},
                         {"<c>", "", {1}, 3e-3, {}, {2.9e-3, 3.1e-3}}}}));
  EXPECT_EQ(count(svg, "class=\"interval\""), 1);
  EXPECT_EQ(count(svg, "class=\"spread\""), 2);
  EXPECT_EQ(count(svg, "class=\"hollow\""), 1);
  EXPECT_THAT(svg, HasSubstr(">2.00 ms<"));
  EXPECT_THAT(svg, HasSubstr(">&lt;c&gt;<"));
  EXPECT_THAT(svg, HasSubstr(">kernel time in ms (less is better)<"));
  const auto interval = ends_of(svg, "interval"), spread = ends_of(svg, "spread");
  EXPECT_LT(spread.first, interval.first);
  EXPECT_GT(spread.second, interval.second);
}

TEST(IntervalPlot, SaysWhenItsScaleIsLog) {
  const std::string svg = text_of(
      draw(IntervalPlot{kTime,
                        "kernel time",
                        "less is better",
                        {{"a", "", {0}, 1e-3, {}, {1e-3, 1e-3}}, {"b", "", {1}, 1, {}, {1, 1}}}}));
  EXPECT_THAT(svg, HasSubstr("less is better, log scale"));
}

TEST(RatioPlot, CutsNoVerdict) {
  for (const char* verdict :
       {"1.50× faster (1.40–1.60)", "1.0023× faster in one run each (1.0012–1.0034)"}) {
    const std::string label = "a site with a long name and its GPU";
    EXPECT_THAT(text_of(draw(RatioPlot{
                    "base", {}, {{label, {1}, 1.5, Span{1.4, 1.6}, verdict, Fill::Solid}}})),
                HasSubstr(verdict));
  }
}

TEST(RatioPlot, HasTheLineOfNoDifferenceAndTheBaselinesBand) {
  const std::string svg = text_of(
      draw(RatioPlot{"base",
                     Span{0.99, 1.01},
                     {{"a", {1}, 1.5, Span{1.4, 1.6}, "1.50× faster (1.40–1.60)", Fill::Solid},
                      {"b", {2}, 1.0, Span{0.9, 1.1}, "not distinguishable", Fill::Hollow}}}));
  EXPECT_EQ(count(svg, "class=\"one\""), 1);
  EXPECT_EQ(count(svg, "class=\"band\""), 1);
  EXPECT_EQ(count(svg, "class=\"hollow\""), 1);
  EXPECT_THAT(svg, HasSubstr(">no difference<"));
  EXPECT_THAT(svg, HasSubstr(">times as good as base (log scale)<"));
  const double one = ends_of(svg, "one").first;
  const auto first = ends_of(svg, "interval");
  EXPECT_GT(first.first, one);
}

TEST(StripPlot, DrawsEveryLaunchAndThinsLongOnesWithoutLosingTheirExtremes) {
  std::vector<double> many(5000, 2e-3);
  many[1234] = 1e-3;
  many[4321] = 4e-3;
  const std::string svg = text_of(
      draw(StripPlot{kTime,
                     "kernel time",
                     {{"a", {0}, {{"one", {2e-3, 2.1e-3}, 2.05e-3}, {"two", many, 2e-3}}}}}));
  EXPECT_EQ(count(svg, "class=\"dots\""), 2);
  EXPECT_EQ(count(svg, "class=\"median\""), 2);
  EXPECT_EQ(count(svg, "h0"), 2 + kMostDots);
}

TEST(StripPlot, ASampleStandsAtItsTurn) {
  const std::string svg = text_of(
      draw(StripPlot{kTime, "kernel time", {{"a", {0}, {{"one", {2e-3, 2.5e-3, 3e-3}, 2.5e-3}}}}}));
  const std::regex dots("d=\"M([0-9.]+) ([0-9.]+)h0M([0-9.]+) ([0-9.]+)h0M([0-9.]+) ([0-9.]+)h0\"");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(svg, found, dots)) << svg;
  EXPECT_LT(std::stod(found[1]), std::stod(found[3]));  // greater to the right
  EXPECT_LT(std::stod(found[3]), std::stod(found[5]));
  EXPECT_LT(std::stod(found[2]), std::stod(found[4]));  // later further down
  EXPECT_LT(std::stod(found[4]), std::stod(found[6]));
}

TEST(TimePlot, NumbersChangesAndKeepsTheirNumbersApart) {
  const std::vector<TimePoint> points{{0, 2e-3, {1.9e-3, 2.1e-3}}, {9e5, 3e-3, {2.9e-3, 3.1e-3}}};
  const std::vector<TimeLine> lines{{"a", {0}, points}, {"b", {1}, points}};
  const std::string svg = text_of(draw(TimePlot{kTime, "kernel time", lines, {100, 200, 9e5}}));
  EXPECT_EQ(count(svg, "class=\"change\""), 3);
  EXPECT_EQ(count(svg, "class=\"trend\""), 2);
  const std::regex badge("<rect class=\"badge\" x=\"([0-9.]+)\" y=\"([0-9.]+)\"");
  std::vector<double> y;
  for (std::sregex_iterator at(svg.begin(), svg.end(), badge), end; at != end; ++at) {
    y.push_back(std::stod((*at)[2]));
  }
  ASSERT_EQ(y.size(), 3);
  EXPECT_GT(y[1], y[0] + 15);  // two at almost one time: one below the other
  EXPECT_DOUBLE_EQ(y[2], y[0]);
}

TEST(RooflinePlot, DrawsOnlyMeasuredCeilings) {
  const auto with = [](std::optional<double> compute, std::optional<double> memory) {
    return text_of(draw(RooflinePlot{{{"a", {0}, 10, 1e12, compute, memory}}}));
  };
  const std::string both = with(2e13, 1e12), compute = with(2e13, {}), memory = with({}, 1e12);
  const auto roof = [](const std::string& svg) {
    std::smatch found;
    EXPECT_TRUE(std::regex_search(svg, found, std::regex("class=\"roof\" d=\"([^\"]+)\"")));
    return found[1].str();
  };
  EXPECT_EQ(count(roof(compute), "L"), 1);  // flat, from edge to edge
  EXPECT_EQ(count(roof(memory), "L"), 1);   // rising
  EXPECT_EQ(count(roof(both), "L"), 2);     // rising, then flat
  std::smatch flat;
  const std::string line = roof(compute);
  ASSERT_TRUE(std::regex_match(line, flat, std::regex("M[0-9.]+ ([0-9.]+)L[0-9.]+ ([0-9.]+)")));
  EXPECT_EQ(flat[1], flat[2]);
}

}  // namespace
}  // namespace gpujob
