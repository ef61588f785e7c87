// SPDX-License-Identifier: MIT
#include "base/table.h"

#include <algorithm>
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

TextTable notes() {
  TextTable table({{"site"}, {"time", Align::Right}, {"note"}});
  table.add({"alpha", "2.51 ms", "whole nodes come and are charged"});
  table.add({"beta", "680 ms", "short"});
  return table;
}

TEST(Table, ANarrowScreenWrapsBetweenWords) {
  EXPECT_EQ(notes().text({40, false}),
            "site      time  note\n"
            "alpha  2.51 ms  whole nodes come and are\n"
            "                charged\n"
            "beta    680 ms  short\n");
  EXPECT_EQ(notes().text({48, false}), notes().text()) << "it fits";
}

TEST(Table, RowsBecomeBlocksWhereColumnsDoNotFit) {
  EXPECT_EQ(notes().text({27, false}),
            "site  alpha\n"
            "time  2.51 ms\n"
            "note  whole nodes come and\n"
            "      are charged\n"
            "\n"
            "site  beta\n"
            "time  680 ms\n"
            "note  short\n");
}

TEST(Table, NoLineIsWiderThanTheScreenUnlessAWordIs) {
  for (std::size_t columns = 12; columns < 60; ++columns) {
    const std::string text = notes().text({columns, false});
    std::size_t start = 0;
    for (std::size_t end = 0; (end = text.find('\n', start)) != std::string::npos;
         start = end + 1) {
      EXPECT_LE(end - start, std::max<std::size_t>(columns, 26)) << columns << "\n" << text;
    }
  }
}

TEST(Table, WithoutTitlesLongWordsStickOutAlone) {
  TextTable table({{""}, {""}});
  table.add({"work", "one two three four five six seven"});
  table.add({"run", "/a/directory/that/is/longer/than/the/screen"});
  EXPECT_EQ(table.text({30, false}),
            "work  one two three four five\n"
            "      six seven\n"
            "run   /a/directory/that/is/longer/than/the/screen\n");
}

TEST(Table, ColoursCellsWithoutMovingThem) {
  TextTable table({{"state", Align::Left, [](std::string_view) { return kRed; }}, {"run"}});
  table.add({"failed", "x"});
  EXPECT_EQ(table.text({80, true}), "state   run\n\033[31mfailed\033[0m  x\n");
  EXPECT_EQ(table.text({80, false}), "state   run\nfailed  x\n");
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
  table.add({"\x1b[2J",
             "\xC2\x9B"
             "2J\x7F"});
  EXPECT_EQ(table.csv(),
            "a,b\r\n"
            "\"x,y\",\"say \"\"hi\"\"\"\r\n"
            "'=1+1,-2.5\r\n"
            "'@sum,'-x\r\n"
            "\"line\nbreak\",'+1\r\n"
            "\\x1B[2J,\\xC2\\x9B2J\\x7F\r\n");
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
