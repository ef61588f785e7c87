// SPDX-License-Identifier: MIT
#include "sandbox/lua_pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/format.h"
#include "base/pattern.h"
#include "support/messages.h"
#include "unit/sandbox/lua_runner.h"

namespace gpujob {
namespace {

using testing::ElementsAre;

std::vector<std::string> patterns(const std::string& expression) {
  const Result<std::vector<std::string>> made = lua_patterns(expression);
  return made ? *made : std::vector<std::string>{made.failure().diagnostics.front().line()};
}

TEST(LuaPattern, WritesCountsOut) {
  EXPECT_THAT(patterns("x20[0-9]{2}-[0-9]{3}"), ElementsAre("^x20[0-9][0-9]%-[0-9][0-9][0-9]$"));
  EXPECT_THAT(patterns("a{1,3}"), ElementsAre("^aa?a?$"));
  EXPECT_THAT(patterns("a{2,}"), ElementsAre("^aaa*$"));
  EXPECT_THAT(patterns("a+b*c?"), ElementsAre("^aa*b*c?$"));
  EXPECT_THAT(patterns("a{0}b"), ElementsAre("^b$"));
}

TEST(LuaPattern, WritesAlternativesOut) {
  EXPECT_THAT(patterns("(ab|c)x|y"), ElementsAre("^abx$", "^cx$", "^y$"));
  EXPECT_THAT(patterns("a(-b|-c)?"), ElementsAre("^a%-b$", "^a%-c$", "^a$"));
  EXPECT_THAT(patterns("(?:a|b){2}"), ElementsAre("^aa$", "^ab$", "^ba$", "^bb$"));
  EXPECT_THAT(patterns("(a|(b|c)d)"), ElementsAre("^a$", "^bd$", "^cd$"));
  EXPECT_THAT(patterns(""), ElementsAre("^$"));
}

TEST(LuaPattern, TakesTheMeaningFromPunctuation) {
  EXPECT_THAT(patterns("a\\.b%c-d"), ElementsAre("^a%.b%%c%-d$"));
  EXPECT_THAT(patterns("[a-z_.%-]"), ElementsAre("^[a-z_%.%%%-]$"));
  EXPECT_THAT(patterns("[^\\d\\-]\\w\\S."), ElementsAre("^[^%d%-][%w_][^\t\n\f\r ][^\n]$"));
}

TEST(LuaPattern, RefusesWhatLuaHasNoCounterpartFor) {
  const std::string fix = "; write it with literals, classes, groups, '|' and counts";
  const std::pair<const char*, const char*> cases[] = {
      {"(ab)*", "Lua's patterns do not repeat groups"},
      {"^a$", "values are matched whole, without '^' and '$'"},
      {"a\\b", "'\\b' is not understood"},
      {"(a", "'(' is never closed"},
      {"a)", "')' closes nothing"},
      {"[a", "'[' is never closed"},
      {"[[:alpha:]]", "a class in it is not understood"},
      {"[!-~]", "a range in it is not understood"},
      {"a+?", "a repeat is repeated"},
      {"*a", "'*' repeats nothing"},
      {"a{x}", "its count is not understood"},
      {"a{3,2}", "its count is not understood"},
      {"a{1000}", "its count is not understood"},
      {"a{2", "'{' is never closed"},
      {"(?i)a", "groups with '(?' are not understood"},
      {"é", "it has characters beyond ASCII"},
      {"a\\", "it has a backslash before nothing that can be printed"},
      {"(a|b){20}", "it has too many alternatives"},
  };
  for (const auto& [expression, why] : cases) {
    EXPECT_THAT(patterns(expression), ElementsAre(format("pattern '{}' cannot be enforced ({}){}",
                                                         expression, why, fix)));
  }
  EXPECT_FALSE(lua_patterns(std::string(10000, '(')));
}

/// Every expression against every text, by Lua and by the engine that reads profiles.
TEST(LuaPattern, MatchesWhatTheExpressionMatches) {
  const std::vector<std::string> expressions = {"(NAISS|naiss)20[0-9]{2}-[0-9]+-[0-9]+",
                                                "x20[0-9]{2}-[0-9]{3}",
                                                "(n|N)20[0-9]{2}-[0-9]+(-gpu|-cpu)?",
                                                "p[0-9]+|a\\.b",
                                                "[^a-c]{1,3}",
                                                "a?a?a{2}",
                                                "\\w+-\\d*",
                                                "(?:x|yy)?z.",
                                                "[\\w.%-]+"};
  const std::vector<std::string> texts = {"",
                                          "NAISS2025-1-22",
                                          "naiss2025-1",
                                          "naiss2025-1-2-3",
                                          "Naiss2025-1-2",
                                          "x2025-123",
                                          "x2025-12",
                                          "x2025-1234",
                                          "n2025-1-gpu",
                                          "N2025-77",
                                          "n2025-1-gp",
                                          "p7",
                                          "a.b",
                                          "axb",
                                          "dd",
                                          "da",
                                          "dddd",
                                          "aa",
                                          "aaaa",
                                          "aaaaa",
                                          "under_score-9",
                                          "-9",
                                          "z!",
                                          "yyz!",
                                          "yz!",
                                          "z",
                                          "a%b",
                                          "a-b",
                                          "a b",
                                          "x2025-123 "};
  std::string program;
  std::string expected;
  for (const std::string& expression : expressions) {
    const Result<Pattern> engine = Pattern::compile(expression);
    ASSERT_TRUE(engine);
    for (const std::string& text : texts) {
      program += "io.write((";
      for (const std::string& pattern : patterns(expression)) {
        program += format("string.match({}, {}) or ", lua_string(text), lua_string(pattern));
      }
      program += "false) and '1' or '0')\n";
      expected += engine->matches(text) ? '1' : '0';
    }
  }
  const std::optional<std::string> answer = run_lua(program);
  if (!answer) GTEST_SKIP() << "no lua5.3";
  EXPECT_EQ(*answer, expected);
}

TEST(LuaString, GivesBackEveryByteButKeepsToOneLine) {
  EXPECT_EQ(lua_string("it's \"a\\b\"\n2\x7f"), R"("it's \"a\\b\"\0102\127")");
  std::string all;
  for (int byte = 1; byte < 256; ++byte) all += static_cast<char>(byte);
  const std::optional<std::string> answer = run_lua("io.write(" + lua_string(all) + ")");
  if (!answer) GTEST_SKIP() << "no lua5.3";
  EXPECT_EQ(*answer, all);
}

}  // namespace
}  // namespace gpujob
