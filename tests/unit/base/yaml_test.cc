// SPDX-License-Identifier: MIT
#include "base/yaml.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "base/text.h"
#include "support/messages.h"

namespace gpujob {
namespace {

YamlNode root_of(const std::string& text) {
  const Result<YamlFile> file = parse_yaml("x.yaml", text);
  EXPECT_TRUE(is_ok(file)) << text;
  return file ? file->root() : YamlNode{};
}

std::string place_of(const YamlNode* node) {
  if (node == nullptr) return "absent";
  return std::to_string(node->place.line) + ":" + std::to_string(node->place.column);
}

TEST(Yaml, KeepsOrderPlacesAndQuotes) {
  const YamlNode root = root_of("b: 3\na: '3'\nlist:\n  - x\n  - {k: \"v\"}\n");
  ASSERT_TRUE(root.is_map());
  ASSERT_EQ(root.entries.size(), 3u);
  EXPECT_EQ(root.entries[0].first.scalar, "b");
  EXPECT_EQ(root.find("b")->scalar, "3");
  EXPECT_FALSE(root.find("b")->quoted);
  EXPECT_EQ(root.find("a")->scalar, "3");
  EXPECT_TRUE(root.find("a")->quoted);
  EXPECT_EQ(place_of(root.find("a")), "2:4");
  const YamlNode* const list = root.find("list");
  ASSERT_TRUE(list->is_sequence());
  ASSERT_EQ(list->items.size(), 2u);
  EXPECT_EQ(place_of(&list->items[1]), "5:5");
  EXPECT_EQ(place_of(list->items[1].find("k")), "5:9");
  EXPECT_EQ(root.find("c"), nullptr);
}

TEST(Yaml, ScalarsStayAsTheyAreWritten) {
  const YamlNode root = root_of("a: no\nb: 017\nc: 12:30:00\nd: 1_000\ne: 0x10\nf: 2026-11-21\n");
  for (const char* const text : {"no", "017", "12:30:00", "1_000", "0x10", "2026-11-21"}) {
    bool found = false;
    for (const auto& [key, value] : root.entries) found = found || value.scalar == text;
    EXPECT_TRUE(found) << text;
  }
}

TEST(Yaml, BlockScalarsAreText) {
  const YamlNode root = root_of("a: |\n  one\n  \ttwo\nb: >-\n  one\n  two\n");
  EXPECT_EQ(root.find("a")->scalar, "one\n\ttwo\n");
  EXPECT_TRUE(root.find("a")->quoted);
  EXPECT_EQ(root.find("b")->scalar, "one two");
}

TEST(Yaml, AnEmptyValueStandsWhereItsKeyIs) {
  const YamlNode root = root_of("a:\nb: ~\nc: null\nnull_like: Null\nspaced  :   # remark\n");
  EXPECT_EQ(place_of(root.find("spaced")), "5:1");
  EXPECT_EQ(root.find("a")->kind, YamlNode::Kind::Null);
  EXPECT_EQ(place_of(root.find("a")), "1:1");
  EXPECT_EQ(place_of(root.find("b")), "2:4");
  EXPECT_EQ(place_of(root.find("c")), "3:4");
  EXPECT_EQ(root.find("null_like")->kind, YamlNode::Kind::Null);
}

TEST(Yaml, AnEmptyFileIsNull) {
  EXPECT_EQ(root_of("").kind, YamlNode::Kind::Null);
  EXPECT_EQ(root_of("# only a remark\n").kind, YamlNode::Kind::Null);
  const YamlNode root = root_of("");
  EXPECT_EQ(place_of(&root), "1:1");
}

TEST(Yaml, LineEndsOfWindowsAreRead) {
  const YamlNode root = root_of("a: 1\r\nb:\r\n  - x\r\n");
  EXPECT_EQ(root.find("a")->scalar, "1");
  EXPECT_EQ(place_of(root.find("b")), "3:3");
}

TEST(Yaml, ErrorShowsTheLineAndACaret) {
  const Result<YamlFile> file = parse_yaml("sites/x.yaml", "a: 1\n  # remark\nUmeå: {k: v}\n");
  ASSERT_TRUE(is_ok(file));
  const YamlNode* const value = file->root().find("Umeå")->find("k");
  const Diagnostic error = file->error(value->place, "unknown key 'k'", "closed", "remove it");
  EXPECT_EQ(error.line(), "sites/x.yaml:3:11: unknown key 'k' (closed); remove it");
  EXPECT_EQ(error.excerpt,
            "Umeå: {k: v}\n"
            "          ^");
}

TEST(Yaml, ExcerptOfALongLineIsCut) {
  const std::string text =
      "a: [" + std::string(5000, ' ') + "{b: 1}" + std::string(5000, ' ') + "]\n";
  const Result<YamlFile> file = parse_yaml("x.yaml", text);
  ASSERT_TRUE(is_ok(file));
  const Diagnostic error = file->error(file->root().find("a")->items[0].place, "wrong");
  const std::vector<std::string_view> shown = lines(error.excerpt);
  ASSERT_EQ(shown.size(), 2u);
  EXPECT_LT(shown[0].size(), 120u);
  ASSERT_LT(shown[1].size(), shown[0].size());
  EXPECT_EQ(shown[0][shown[1].size() - 1], '{');
}

TEST(YamlScalar, ReadsBackAsTheSameText) {
  for (const std::string text : {"",     "a",     "two words", "yes",        "No",
                                 "null", "~",     "3",         "-1",         "1e3",
                                 ".5",   "a: b",  "a #b",      "#a",         "- a",
                                 "it's", "\"q\"", "{{gpus}}",  "[x]",        "--gpus={{gpus}}",
                                 "@x",   "%x",    "`x`",       " a",         "a ",
                                 "*a",   "&a",    "!a",        "|",          ">",
                                 "<<",   "a\nb",  "tab\t",     "Umeå",       "C:\\dir",
                                 "---",  "...",   "?",         "?a",         ":",
                                 "0x10", "017",   "12:30:00",  "2026-11-21", "=",
                                 "a:",   "a,b"}) {
    const YamlNode root = root_of("- " + yaml_scalar(text) + "\n- [" + yaml_scalar(text) + "]\n");
    ASSERT_EQ(root.items.size(), 2u) << text;
    EXPECT_EQ(root.items[0].scalar, text);
    EXPECT_TRUE(root.items[0].is_scalar()) << text;
    ASSERT_EQ(root.items[1].items.size(), 1u) << text;
    EXPECT_EQ(root.items[1].items[0].scalar, text);
  }
  EXPECT_EQ(yaml_scalar("two words"), "two words");
  EXPECT_EQ(yaml_scalar("yes"), "'yes'");
  EXPECT_EQ(yaml_scalar("3"), "'3'");
}

}  // namespace
}  // namespace gpujob
