// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gpujob {
namespace {

using std::string_view_literals::operator""sv;
using testing::ElementsAre;

TEST(Text, TrimTakesBlanksFromBothEnds) {
  EXPECT_EQ(trim(" \ta b\r\n"), "a b");
  EXPECT_EQ(trim(" \n"), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Text, SplitKeepsEmptyPieces) {
  EXPECT_THAT(split("a,,b", ','), ElementsAre("a", "", "b"));
  EXPECT_THAT(split("", ','), ElementsAre(""));
  EXPECT_THAT(split("a,", ','), ElementsAre("a", ""));
}

TEST(Text, LinesCountALastOneWithoutItsEnd) {
  EXPECT_THAT(lines("a\r\n\nb"), ElementsAre("a", "", "b"));
  EXPECT_THAT(lines("a\n"), ElementsAre("a"));
  EXPECT_THAT(lines(""), ElementsAre());
  EXPECT_THAT(lines("\n"), ElementsAre(""));
}

TEST(Text, ReplaceAllDoesNotLookAtWhatItPutIn) {
  EXPECT_EQ(replace_all("aaa", "a", "aa"), "aaaaaa");
  EXPECT_EQ(replace_all("a.b.c", ".", ""), "abc");
  EXPECT_EQ(replace_all("abc", "x", "y"), "abc");
}

TEST(Text, ToLowerKnowsAsciiOnly) {
  EXPECT_EQ(to_lower("A100-ÄZ"), "a100-Äz");
}

TEST(Text, IntegersAreDecimalDigitsAlone) {
  EXPECT_EQ(parse_integer("010"), 10);
  EXPECT_EQ(parse_integer("0"), 0);
  EXPECT_EQ(parse_integer("9223372036854775807"), 9223372036854775807LL);
  for (const char* const bad :
       {"", "+1", "-1", " 1", "1 ", "1e3", "0x10", "1_000", "1.0", "١", "9223372036854775808"}) {
    EXPECT_EQ(parse_integer(bad), std::nullopt) << bad;
  }
}

TEST(Text, RealsAreFiniteAndWhole) {
  EXPECT_EQ(parse_real("0.3"), 0.3);
  EXPECT_EQ(parse_real("1e-3"), 1e-3);
  EXPECT_EQ(parse_real("-2"), -2.0);
  for (const char* const bad :
       {"", "inf", "nan", "-inf", "1e999", "0,3", "1 ", " 1", "1x", "+1", "0x1p3"}) {
    EXPECT_EQ(parse_real(bad), std::nullopt) << bad;
  }
}

TEST(Text, Utf8IsStrict) {
  for (const std::string_view good : {""sv, "a"sv, "é"sv, "€"sv, "😀"sv, "\xF4\x8F\xBF\xBF"sv}) {
    EXPECT_TRUE(is_utf8(good)) << printable(good);
  }
  // Lone continuation, cut short, overlong '/', overlong NUL, surrogate, above U+10FFFF, FE.
  for (const std::string_view bad :
       {"\x80"sv, "\xC3"sv, "\xC0\xAF"sv, "\xE0\x80\x80"sv, "\xED\xA0\x80"sv, "\xF4\x90\x80\x80"sv,
        "\xF5\x80\x80\x80"sv, "\xFE"sv, "a\xE2\x82"sv}) {
    EXPECT_FALSE(is_utf8(bad)) << printable(bad);
  }
}

TEST(Text, PrintableShowsWhatWouldActOnATerminal) {
  EXPECT_EQ(printable("\x1B[31mred\x07"), "\\x1B[31mred\\x07");
  EXPECT_EQ(printable("a\tb\nc"), "a\tb\nc");
  EXPECT_EQ(printable("a\rb\x7F"), "a\\x0Db\\x7F");
  EXPECT_EQ(printable("\xC2\x9B"), "\\xC2\\x9B") << "C1: the one-character form of ESC [";
  EXPECT_EQ(printable("\xE2\x80\xAE"), "\\xE2\\x80\\xAE") << "right-to-left override";
  EXPECT_EQ(printable("\xE2\x81\xA6"), "\\xE2\\x81\\xA6") << "left-to-right isolate";
  EXPECT_EQ(printable("Umeå \xFF"), "Umeå \\xFF");
  EXPECT_EQ(printable("\0"sv), "\\x00");
}

}  // namespace
}  // namespace gpujob
