// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <set>

#include "command/args/command.h"
#include "command/args/help.h"
#include "script/sbatch_options.h"

namespace gpujob {
namespace {

std::vector<const Command*> all_commands() {
  std::vector<const Command*> all;
  for (const CommandGroup& group : command_groups()) {
    all.insert(all.end(), group.commands.begin(), group.commands.end());
  }
  return all;
}

bool is_named(const std::string& overview, const Command& command) {
  return overview.find("\n  " + std::string(command.name) + " ") != std::string::npos;
}

TEST(Table, EveryCommandIsFoundByItsNameAndNamesAreUnique) {
  std::set<std::string_view> names;
  for (const Command* command : all_commands()) {
    EXPECT_TRUE(names.insert(command->name).second) << command->name;
    EXPECT_EQ(find_command(command->name), command);
  }
  EXPECT_EQ(find_command("site"), nullptr);
}

TEST(Table, ListedCommandsSayWhatTheyDoAndShowIt) {
  for (const Command* command : all_commands()) {
    EXPECT_FALSE(command->summary.empty()) << command->name;
    EXPECT_FALSE(command->summary.ends_with('.')) << command->name;
    EXPECT_FALSE(command->examples.empty()) << command->name;
    for (const Example& example : command->examples) {
      EXPECT_NE(example.line.find("gpujob"), std::string_view::npos) << example.line;
    }
  }
}

TEST(Table, OptionsOfACommandAreUnique) {
  for (const Command* command : all_commands()) {
    std::set<std::string_view> names;
    std::set<char> letters;
    for_each_option(*command, [&](const OptionSpec& option) {
      EXPECT_TRUE(names.insert(option.name).second) << command->name << " --" << option.name;
      if (option.letter != '\0') {
        EXPECT_TRUE(letters.insert(option.letter).second) << command->name << " -" << option.letter;
      }
      EXPECT_FALSE(option.help.empty()) << option.name;
    });
  }
}

TEST(Table, ALetterThatSbatchHasMeansTheSame) {
  for (const Command* command : all_commands()) {
    for_each_option(*command, [&](const OptionSpec& option) {
      if (option.letter == '\0') return;
      if (command->name == "port" && option.name == "out") return;  // nothing is sent: -o FILE
      const SbatchOption* sbatchs = find_option(option.letter);
      if (sbatchs != nullptr) {
        EXPECT_EQ(sbatchs->name, option.name) << command->name << " -" << option.letter;
      }
    });
  }
}

TEST(Table, TheOverviewNamesEveryCommandAndNoInnerOne) {
  const std::string overview = overview_help();
  for (const Command* command : all_commands()) {
    EXPECT_TRUE(is_named(overview, *command)) << command->name;
  }
  for (const Command* command : inner_commands()) {
    EXPECT_FALSE(is_named(overview, *command)) << command->name;
    EXPECT_EQ(find_command(command->name), command);
  }
}

TEST(Table, HelpFitsATerminal) {
  for (const Command* command : all_commands()) {
    const std::string help = command_help(*command);
    std::size_t start = 0;
    while (start < help.size()) {
      const std::size_t end = help.find('\n', start);
      EXPECT_LE(end - start, 104U) << command->name << ": " << help.substr(start, end - start);
      start = end + 1;
    }
  }
}

}  // namespace
}  // namespace gpujob
