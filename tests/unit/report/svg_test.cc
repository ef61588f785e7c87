// SPDX-License-Identifier: MIT
#include "report/plot/svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

#include "report/plot/frame.h"
#include "report/plot/markup.h"
#include "report/plot/plot_style.h"

namespace gpujob {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Markup, NothingGetsOutOfATextOrAnAttribute) {
  EXPECT_EQ(escape_markup("<a b='c' d=\"e\">&amp;"),
            "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;amp;");
  EXPECT_EQ(escape_markup("\x1b[31m\xff µ×"), "\\x1B[31m\\xFF µ×");
}

TEST(Svg, NumbersHaveOneDecimalAtMost) {
  EXPECT_EQ(coordinate(12), "12");
  EXPECT_EQ(coordinate(12.349), "12.3");
  EXPECT_EQ(coordinate(-0.01), "0");
}

TEST(Svg, LongTextsKeepTheirBeginningAndEnd) {
  EXPECT_EQ(shortened("kebnekaise", 200, 13), "kebnekaise");
  EXPECT_EQ(shortened("abcdefghijklmnopqrstuvwxyz", 90, 13), "abcde…vwxyz");
  EXPECT_EQ(shortened("ÅÄÖåäöÅÄÖåäö", 60, 13), "ÅÄÖ…åäö");
  for (const double width : {40.0, 77.0, 123.0}) {
    EXPECT_LE(text_width(shortened(std::string(80, 'm'), width, 13), 13), width);
  }
}

TEST(Svg, AnInlinedDrawingNamesItselfAndHoldsNoStyle) {
  Svg svg(100, 50);
  svg.text({1, 2}, "a<b", "tick", Anchor::End);
  EXPECT_EQ(svg.inlined("p", "T&T", "what"),
            "<svg class=\"plot\" role=\"img\" aria-labelledby=\"p-title p-desc\" "
            "viewBox=\"0 0 100 50\" width=\"100\" height=\"50\">"
            "<title id=\"p-title\">T&amp;T</title>"
            "<desc id=\"p-desc\">what</desc>"
            "<text class=\"tick e\" x=\"1\" y=\"2\">a&lt;b</text></svg>");
}

TEST(Svg, AFileBringsItsStyleForLightDarkAndPaper) {
  const std::string file = Svg(100, 50).file("t", "d");
  EXPECT_THAT(file, HasSubstr("xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_THAT(file, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(file, HasSubstr("@media print"));
  EXPECT_THAT(file, Not(HasSubstr("url(")));
}

TEST(PlotStyle, ThirtySixSeriesDifferInColourOrShape) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < 36; ++i) {
    Svg svg(20, 20);
    svg.open(Series{i}.colour());
    draw_marker(svg, {10, 10}, {i});
    svg.close();
    seen.insert(svg.inlined("x", "", ""));
  }
  EXPECT_EQ(seen.size(), 36);
}

TEST(Frame, AKeyTakesAsManyLinesAsItNeeds) {
  Svg svg(300, 100);
  EXPECT_EQ(draw_key(svg, {}, {0, 0}, 300), 0);
  EXPECT_EQ(draw_key(svg, {{"one", {0}}, {"two", {1}}}, {0, 0}, 300), 20);
  EXPECT_EQ(draw_key(svg, {{std::string(30, 'a'), {0}}, {"two", {1}}}, {0, 0}, 260), 40);
}

}  // namespace
}  // namespace gpujob
