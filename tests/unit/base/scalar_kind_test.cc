// SPDX-License-Identifier: MIT
#include "base/scalar_kind.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

ScalarKind kind_of(const std::string& text) {
  YamlNode node;
  node.kind = YamlNode::Kind::Scalar;
  node.scalar = text;
  return scalar_kind(node);
}

TEST(ScalarKind, follows_the_core_schema) {
  for (const char* text : {"", "~", "null", "Null", "NULL"}) {
    EXPECT_EQ(kind_of(text), ScalarKind::Null) << text;
  }
  for (const char* text : {"true", "True", "TRUE", "false", "False", "FALSE"}) {
    EXPECT_EQ(kind_of(text), ScalarKind::Boolean) << text;
  }
  for (const char* text : {"0", "-1", "+1", "007", "0o7", "0xfF"}) {
    EXPECT_EQ(kind_of(text), ScalarKind::Integer) << text;
  }
  for (const char* text : {"1.", ".5", "1.5", "-1e3", "1.e+3", "+.5E-2", ".inf", "+.Inf", ".nan"}) {
    EXPECT_EQ(kind_of(text), ScalarKind::Real) << text;
  }
  for (const char* text : {"nUll", "tRue", "yes", "off", "1_000", "12:30", "0o8", "0x", "0xg",
                           "-0x1", "1.2.3", ".", "e3", "1e", "1e+", "--1", "+.nan", "1 "}) {
    EXPECT_EQ(kind_of(text), ScalarKind::Text) << text;
  }
}

TEST(ScalarKind, quoted_is_text) {
  YamlNode node;
  node.kind = YamlNode::Kind::Scalar;
  node.scalar = "3";
  node.quoted = true;
  EXPECT_EQ(scalar_kind(node), ScalarKind::Text);
}

TEST(ScalarKind, plain_integers_have_one_spelling) {
  for (const char* text : {"0", "7", "-7", "1200"}) EXPECT_TRUE(is_plain_integer(text)) << text;
  for (const char* text : {"", "-", "+7", "07", "-07", "00", "0x7", "7.0", "7 "}) {
    EXPECT_FALSE(is_plain_integer(text)) << text;
  }
}

}  // namespace
}  // namespace gpujob
