// SPDX-License-Identifier: MIT
#include "script/constraint.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

const std::vector<std::string> kKnown = {"a", "b", "c"};

bool matches(const std::string& text, const std::vector<std::string>& features) {
  const std::optional<Constraint> constraint = Constraint::parse(text);
  EXPECT_TRUE(constraint.has_value()) << text;
  return constraint && constraint->may_match(features, kKnown);
}

TEST(Constraint, CombinesFeatures) {
  EXPECT_TRUE(matches("a", {"a"}));
  EXPECT_FALSE(matches("a", {"b"}));
  EXPECT_TRUE(matches("a&b", {"a", "b"}));
  EXPECT_FALSE(matches("a&b", {"a"}));
  EXPECT_FALSE(matches("a,b", {"a"}));
  EXPECT_TRUE(matches("a|b", {"b"}));
  EXPECT_TRUE(matches("a|b&c", {"a"}));
  EXPECT_FALSE(matches("(a|b)&c", {"a"}));
  EXPECT_TRUE(matches("(a|b)&c", {"b", "c"}));
  EXPECT_TRUE(matches("[a|b]", {"b"}));
  EXPECT_TRUE(matches("a*4", {"a"}));
  EXPECT_TRUE(matches("[a*2&b*4]", {"a"}));
  EXPECT_FALSE(matches("[a*2&b*4]", {"c"}));
  EXPECT_TRUE(matches("a|", {"a"}));
  EXPECT_TRUE(matches("[a|(b&c)]", {"b", "c"}));
}

TEST(Constraint, LetsUnknownFeaturesPass) {
  EXPECT_TRUE(matches("secret", {"a"}));
  EXPECT_FALSE(matches("secret&b", {"a"}));
}

TEST(Constraint, NamesItsFeaturesOnce) {
  EXPECT_EQ(Constraint::parse("(a|b)&a&c")->features(), kKnown);
}

TEST(Constraint, RefusesBrokenExpressions) {
  for (const std::string text :
       {"", "&a", "a||b", "(a", "a)", "[a", "()", "a*", "a*x", "a*0", "a b", "(a]", "((a))",
        "(a*1)", "[a&b]", "[a*1|b*1]", "[a]&[b]", "(a|)"}) {
    EXPECT_FALSE(Constraint::parse(text).has_value()) << text;
  }
  EXPECT_FALSE(Constraint::parse(std::string(100000, '(')).has_value());
}

}  // namespace
}  // namespace gpujob
