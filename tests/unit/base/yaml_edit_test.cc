// SPDX-License-Identifier: MIT
#include "base/yaml_edit.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

YamlFile file_of(const std::string& text) {
  return *parse_yaml("x.yaml", text);
}

TEST(YamlEdit, ReplacesAScalarWithItsQuotes) {
  const YamlFile file = file_of("a: 'it''s'  # why\nb: \"x \\\" y\"\nc: 12\n");
  const auto& root = file.root();
  EXPECT_EQ(replace_scalar(file, *root.find("a"), "plain"), (TextEdit{1, 4, 7, "plain"}));
  EXPECT_EQ(replace_scalar(file, *root.find("b"), "7"), (TextEdit{2, 4, 8, "7"}));
  EXPECT_EQ(replace_scalar(file, *root.find("c"), yaml_scalar("1: 2")),
            (TextEdit{3, 4, 2, "'1: 2'"}));
}

TEST(YamlEdit, LeavesWhatGoesOverSeveralLines) {
  const YamlFile file = file_of("a: one\n  two\nb: 'one\n  two'\nc: [x,\n  y]\n");
  const auto& root = file.root();
  EXPECT_EQ(replace_scalar(file, *root.find("a"), "z"), std::nullopt);
  EXPECT_EQ(replace_scalar(file, *root.find("b"), "z"), std::nullopt);
  EXPECT_EQ(change_items(file, *root.find("c"), {"x"}), std::nullopt);
}

TEST(YamlEdit, ChangesListsInTheirForm) {
  const YamlFile file = file_of("a: [x, 'y']  # on a line\nb:\n  - x  # first\n  - y\n");
  const auto& root = file.root();
  EXPECT_EQ(change_items(file, *root.find("a"), {"y", "z"}), (TextEdits{{1, 4, 8, "['y', z]"}}));
  EXPECT_EQ(change_items(file, *root.find("b"), {"y", "z"}),
            (TextEdits{{3, 1, 15, ""}, {5, 1, 0, "  - z\n"}}));
}

TEST(YamlEdit, AddsEntriesBeforeTheFirst) {
  const YamlFile file = file_of("a:\n  b: 1\nl:\n  - c: 2\nf: {d: 3}\n");
  const auto& root = file.root();
  EXPECT_EQ(add_entries(file, *root.find("a"), {"x: 1", "y: 2"}),
            (TextEdit{2, 3, 0, "x: 1\n  y: 2\n  "}));
  EXPECT_EQ(add_entries(file, root.find("l")->items.front(), {"x: 1"}),
            (TextEdit{4, 5, 0, "x: 1\n    "}));
  EXPECT_EQ(add_entries(file, *root.find("f"), {"x: 1", "y: 2"}),
            (TextEdit{5, 5, 0, "x: 1, y: 2, "}));
}

std::optional<TextEdit> replaced(const std::string& text, std::size_t entry = 0) {
  const YamlFile file = file_of(text);
  return replace_value(file, file.root().entries[entry], "z");
}

TEST(YamlEdit, ReplacesValuesOverSeveralLinesToo) {
  EXPECT_EQ(replaced("a: 'x'  # why\n"), (TextEdit{1, 4, 3, "z"}));
  EXPECT_EQ(replaced("a: [x, 'y']  # why\n"), (TextEdit{1, 4, 8, "z"}));
  EXPECT_EQ(replaced("a: >-\n  x\n\n  y\n\nb: 1\n"), (TextEdit{1, 3, 12, " z"}));
  EXPECT_EQ(replaced("a:\n- x\n- y\n# of b\nb: 1\n"), (TextEdit{1, 3, 8, " z"}));
  EXPECT_EQ(replaced("a: [x,\n  y]\n"), (TextEdit{1, 3, 9, " z"}));
  EXPECT_EQ(replaced("b: 1\na: 'x\n  y'", 1), (TextEdit{2, 3, 8, " z"}));
  EXPECT_EQ(replaced("{a: [x,\n  y]}\n"), std::nullopt) << "lines do not tell its end";
}

std::optional<TextEdit> removed(const std::string& text, std::size_t entry) {
  const YamlFile file = file_of(text);
  return remove_entry(file, file.root().entries[entry]);
}

TEST(YamlEdit, RemovesAnEntryWithItsComment) {
  const std::string text = "a: 1\n\n# of b\nb:\n  c: 2\n  # of b, too\n\n# of d\nd: 3";
  EXPECT_EQ(removed(text, 1), (TextEdit{3, 1, 32, ""}));
  EXPECT_EQ(removed(text, 2), (TextEdit{8, 1, 11, ""}));
  EXPECT_EQ(removed("{a: 1, b: 2}\n", 0), std::nullopt);
}

}  // namespace
}  // namespace gpujob
