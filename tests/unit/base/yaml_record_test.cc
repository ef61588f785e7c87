// SPDX-License-Identifier: MIT
#include "base/yaml_record.h"

#include <gtest/gtest.h>

#include "support/messages.h"

namespace gpujob {
namespace {

constexpr const char* kText = R"(name: fir
count: 12
huge: 99999999999
ratio: 1.5e3
open: true
page: one
pages:
  - two
  - three
part: {a: 1, b: 2}
parts:
  x:
    size: 4
list:
  - {id: first}
  - id: second
)";

class YamlRecordTest : public testing::Test {
 protected:
  YamlRecordTest() : file_(*parse_yaml("dir/x.yaml", kText)), record_(file_, &file_.root()) {}

  YamlFile file_;
  YamlRecord record_;
};

TEST_F(YamlRecordTest, gives_values_by_key) {
  EXPECT_EQ(record_.text("name"), "fir");
  EXPECT_EQ(record_.integer("count"), 12);
  EXPECT_EQ(record_.real("ratio"), 1500.0);
  EXPECT_TRUE(record_.is_true("open"));
  EXPECT_FALSE(record_.is_true("name"));
}

TEST_F(YamlRecordTest, cuts_a_number_that_an_int_cannot_hold) {
  EXPECT_EQ(record_.small_integer("count"), 12);
  EXPECT_EQ(record_.small_integer("huge"), 2147483647);
  EXPECT_EQ(record_.integer("huge"), 99999999999);
}

TEST_F(YamlRecordTest, absent_is_nothing) {
  EXPECT_FALSE(record_.has("none"));
  EXPECT_EQ(record_.text("none"), "");
  EXPECT_EQ(record_.optional_text("none"), std::nullopt);
  EXPECT_EQ(record_.placed_text("none"), std::nullopt);
  EXPECT_EQ(record_.integer("none"), std::nullopt);
  EXPECT_TRUE(record_.texts("none").empty());
  EXPECT_TRUE(record_.records("none").empty());
  const YamlRecord absent = record_.record("none").record("below");
  EXPECT_FALSE(absent.has("name"));
  EXPECT_TRUE(absent.values().empty());
}

TEST_F(YamlRecordTest, one_text_is_a_list_of_one) {
  EXPECT_EQ(record_.texts("page"), std::vector<std::string>{"one"});
  EXPECT_EQ(record_.texts("pages"), (std::vector<std::string>{"two", "three"}));
}

TEST_F(YamlRecordTest, texts_know_their_line) {
  const std::vector<PlacedText> pages = record_.placed_texts("pages");
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_EQ(pages[1], (PlacedText{"three", {"dir/x.yaml", 9}}));
}

TEST_F(YamlRecordTest, records_of_a_map_stand_where_their_name_is) {
  const auto parts = record_.named_records("parts");
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].first, "x");
  EXPECT_EQ(parts[0].second.origin().text(), "dir/x.yaml:12");
  EXPECT_EQ(parts[0].second.integer("size"), 4);
  EXPECT_EQ(parts[0].second.place("none").line, 12);
}

TEST_F(YamlRecordTest, records_of_a_list_stand_where_they_start) {
  const std::vector<YamlRecord> list = record_.records("list");
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].text("id"), "first");
  EXPECT_EQ(list[1].text("id"), "second");
  EXPECT_EQ(list[1].origin().line, 16);
}

TEST_F(YamlRecordTest, single_values_by_name_keep_the_order_of_the_file) {
  using Pair = std::pair<std::string, std::string>;
  EXPECT_EQ(record_.record("part").values(), (std::vector<Pair>{{"a", "1"}, {"b", "2"}}));
}

}  // namespace
}  // namespace gpujob
