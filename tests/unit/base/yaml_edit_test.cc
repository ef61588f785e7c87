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
  EXPECT_EQ(add_entries(file, *root.find("f"), {"x: 1"}), std::nullopt);
}

}  // namespace
}  // namespace gpujob
