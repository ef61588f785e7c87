// SPDX-License-Identifier: MIT
#include "base/table.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

TextTable sample() {
  TextTable table({{"site", Align::Left}, {"time", Align::Right}, {"note", Align::Left}});
  table.add({"Umeå", "2.51 ms", "a|b"});
  table.add({"x", "680 ms", ""});
  return table;
}

TEST(Table, AlignsByDisplayWidth) {
  EXPECT_EQ(sample().text(),
            "site     time  note\n"
            "Umeå  2.51 ms  a|b\n"
            "x      680 ms\n");
}

TEST(Table, CellsCannotBreakOutOfTheirLine) {
  TextTable table({{"reason", Align::Left}});
  table.add({"a\nb\tc\x1B[2J"});
  EXPECT_EQ(table.text(),
            "reason\n"
            "a\\x0Ab\\x09c\\x1B[2J\n");
}

TEST(Table, MarkdownEscapesBars) {
  EXPECT_EQ(sample().markdown(),
            "| site | time | note |\n"
            "| --- | ---: | --- |\n"
            "| Umeå | 2.51 ms | a\\|b |\n"
            "| x | 680 ms |  |\n");
}

TEST(Table, CsvQuotesAndDisarmsFormulas) {
  TextTable table({{"a", Align::Left}, {"b", Align::Right}});
  table.add({"x,y", "say \"hi\""});
  table.add({"=1+1", "-2.5"});
  table.add({"@sum", "-x"});
  table.add({"line\nbreak", "+1"});
  EXPECT_EQ(table.csv(),
            "a,b\r\n"
            "\"x,y\",\"say \"\"hi\"\"\"\r\n"
            "'=1+1,-2.5\r\n"
            "'@sum,'-x\r\n"
            "\"line\nbreak\",'+1\r\n");
}

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("Umeå"), 4u);
  EXPECT_EQ(display_width("e\xCC\x81"), 1u) << "combining accent";
  EXPECT_EQ(display_width("漢字"), 4u);
  EXPECT_EQ(display_width("😀"), 2u);
  EXPECT_EQ(display_width("\xFF"), 1u);
  EXPECT_EQ(display_width(""), 0u);
}

}  // namespace
}  // namespace gpujob
