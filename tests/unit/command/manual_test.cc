// SPDX-License-Identifier: MIT
#include "command/program/manual.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

TEST(Manual, EscapesWhatRoffWouldRead) {
  EXPECT_EQ(roff("a\\b"), "a\\eb");
  EXPECT_EQ(roff("--gpu"), "\\-\\-gpu");
  EXPECT_EQ(roff(".TH"), "\\&.TH");
  EXPECT_EQ(roff("'quoted'"), "\\(aqquoted\\(aq");
}

bool has_page(const std::vector<ManualPage>& pages, const Command& command) {
  std::string name = "gpujob-" + std::string(command.name);
  for (char& c : name) c = c == ' ' ? '-' : c;
  return std::any_of(pages.begin(), pages.end(),
                     [&](const ManualPage& page) { return page.name == name; });
}

TEST(Manual, EveryCommandButTheInnerOnesHasAPage) {
  const auto pages = manual_pages();
  for (const CommandGroup& group : command_groups()) {
    for (const Command* command : group.commands) {
      EXPECT_TRUE(has_page(pages, *command)) << command->name;
    }
  }
  for (const Command* command : inner_commands()) {
    EXPECT_FALSE(has_page(pages, *command)) << command->name;
  }
}

TEST(Manual, APageOfAFileNamesEveryKey) {
  const Field table = record_field(
      "", "thing", "",
      {text_field("name", "its name").needed(),
       list_field("parts", "its parts",
                  record_field("", "part", "", {integer_field("size", "how large")}))});
  const std::string text = file_page("thing", "things", {"A thing."}, table).text;
  EXPECT_NE(text.find(".BR name \" (text; required)\"\nits name\n"), std::string::npos) << text;
  EXPECT_NE(text.find(".SS parts[]\n.TP\n.BR size \" (whole number)\"\nhow large\n"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace gpujob
