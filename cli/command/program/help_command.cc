// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/help.h"
#include "command/args/output.h"
#include "command/program/program.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kHelpExamples = {{
    {"gpujob help", "first steps, all commands, exit codes"},
    {"gpujob help submit", "one command: examples, arguments, options"},
}};
constexpr std::array<ArgumentSpec, 1> kHelpArguments = {
    {{"COMMAND", "one or two words, such as submit or site show", Completes::Command,
      ArgumentSpec::Need::Many}}};

CommandResult run_help(const CommonOptions& options, World& world) {
  const auto& words = options.words;
  const std::string name = format("{}", join(words, " "));
  if (words.empty()) {
    world.out(overview_help());
  } else if (const Command* command = find_command(name)) {
    world.out(command_help(*command));
  } else if (words.size() == 1 && !commands_of(name).empty()) {
    world.out(group_help(name));
  } else if (find_command(words[0]) != nullptr) {
    return Failure(ExitCode::Usage, "gpujob help", format("no command '{}'", printable(name)), "",
                   format("'gpujob help {}' explains that command", words[0]));
  } else {
    return no_such_command(words);
  }
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kHelpCommand = {
    .name = "help",
    .summary = "explain a command, examples first",
    .description = "The same as 'gpujob COMMAND --help'.",
    .examples = kHelpExamples,
    .arguments = kHelpArguments,
    .option_sets = {},
    .run = run_command<parse_common, run_help>,
};

}  // namespace gpujob
