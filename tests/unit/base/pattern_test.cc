// SPDX-License-Identifier: MIT
#include "base/pattern.h"

#include <gtest/gtest.h>

#include "support/messages.h"

namespace gpujob {
namespace {

bool fits(const std::string& pattern, const std::string& text) {
  const Result<Pattern> compiled = Pattern::compile(pattern);
  EXPECT_TRUE(is_ok(compiled)) << pattern;
  return compiled && compiled->matches(text);
}

TEST(Pattern, matches_the_whole_text_only) {
  EXPECT_TRUE(fits("[a-z]+-[0-9]{2,3}", "abc-123"));
  EXPECT_FALSE(fits("[a-z]+-[0-9]{2,3}", "abc-1234"));
  EXPECT_FALSE(fits("[a-z]+-[0-9]{2,3}", "x abc-123"));
  EXPECT_FALSE(fits("[a-z]+", "abc\n"));
}

TEST(Pattern, binds_alternatives_weaker_than_its_ends) {
  EXPECT_TRUE(fits("ab|cd", "ab"));
  EXPECT_TRUE(fits("ab|cd", "cd"));
  EXPECT_FALSE(fits("ab|cd", "abd"));
  EXPECT_TRUE(fits("^ab$", "ab"));
}

TEST(Pattern, counts_characters_not_bytes) {
  EXPECT_TRUE(fits(".", "å"));
  EXPECT_FALSE(fits("..", "å"));
  EXPECT_TRUE(fits("[^a]x?", "åx"));
  EXPECT_TRUE(fits("[å-ö]b", "öb"));
  EXPECT_FALSE(fits("[å-ö]b", "ab"));
  EXPECT_FALSE(fits(".", "\xE5"));  // not UTF-8
}

TEST(Pattern, takes_texts_of_ascii_and_others_in_turn) {
  const Result<Pattern> pattern = Pattern::compile("(?i)k.");
  ASSERT_TRUE(is_ok(pattern));
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(pattern->matches("Kx"));
    EXPECT_TRUE(pattern->matches("kö"));
    EXPECT_FALSE(pattern->matches("k"));
    EXPECT_FALSE(pattern->matches("köö"));
  }
}

TEST(Pattern, refuses_what_is_no_pattern) {
  EXPECT_TRUE(fails_with(Pattern::compile("a(b"), ExitCode::Invalid,
                         {"pattern 'a(b' does not compile (missing ): a(b)"}));
  EXPECT_FALSE(Pattern::compile("(a)\\1"));
  EXPECT_FALSE(Pattern::compile("a(?=b)"));
}

TEST(Pattern, takes_linear_time_where_backtracking_would_not_end) {
  EXPECT_FALSE(fits("(a|a|aa)*b", std::string(100'000, 'a')));
}

}  // namespace
}  // namespace gpujob
