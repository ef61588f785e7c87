// SPDX-License-Identifier: MIT
#include "base/json_cursor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace gpujob {
namespace {

TEST(JsonCursor, ReadsALine) {
  JsonCursor cursor(R"( {"a" : "x", "b":[1, -2.5e3,0.001], "c": {}, "d":[], "e":{"f":[{"g":"]\""}]},
                        "h":null, "i":true} )");
  std::vector<std::string> keys;
  std::vector<double> numbers;
  std::string_view key;
  cursor.enter_object();
  while (cursor.next_key(key)) {
    keys.emplace_back(key);
    if (key == "a") {
      EXPECT_EQ(cursor.plain_text(), "x");
    } else if (key == "b") {
      cursor.enter_array();
      while (cursor.next_item()) numbers.push_back(cursor.number());
    } else if (key == "e") {
      EXPECT_EQ(cursor.value(), R"({"f":[{"g":"]\""}]})");
    } else if (key == "h") {
      EXPECT_TRUE(cursor.is_null());
    } else if (key == "i") {
      EXPECT_EQ(cursor.value(), "true");
    } else {
      EXPECT_FALSE(cursor.value().empty());
    }
  }
  EXPECT_TRUE(cursor.at_end());
  EXPECT_THAT(keys, testing::ElementsAre("a", "b", "c", "d", "e", "h", "i"));
  EXPECT_THAT(numbers, testing::ElementsAre(1, -2500, 0.001));
}

/// Walks an object of numbers; true if the whole text was one.
bool walks(std::string_view text) {
  JsonCursor cursor(text);
  std::string_view key;
  cursor.enter_object();
  while (cursor.next_key(key)) cursor.number();
  return cursor.at_end();
}

TEST(JsonCursor, RefusesWhatDoesNotFit) {
  EXPECT_TRUE(walks(R"({"a":1,"b":2})"));
  EXPECT_TRUE(walks("{}"));
  for (const char* text :
       {"", "{", "[", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{\"a\":1 \"b\":2}",
        "{,\"a\":1}", "{\"a\":x}", "{\"a\":1}}", "{\"a\":1}x", "{\"a\\u0041\":1}", "{\"a\n\":1}",
        "{\"a\":1e999}", "{\"a\":nan}", "{\"a\":+1}"}) {
    EXPECT_FALSE(walks(text)) << text;
  }
}

TEST(JsonCursor, ValuesThatDoNotEndAreNone) {
  for (const char* text : {"", "{\"a\"", "[1", "\"a", "\"a\\", "}"}) {
    JsonCursor cursor(text);
    EXPECT_EQ(cursor.value(), "") << text;
    EXPECT_FALSE(cursor.good()) << text;
  }
}

}  // namespace
}  // namespace gpujob
