// SPDX-License-Identifier: MIT
#include "command/program/program.h"

#include <algorithm>

#include "base/file_error.h"
#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "command/args/help.h"
#include "command/args/output.h"
#include "command/args/parser.h"
#include "command/args/version.h"
#include "command/program/known_words.h"

namespace gpujob {

namespace {

/// Does a command line ask for JSON? Looks at the raw words, since parsing may fail.
bool asks_for_json(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--format=json") return true;
    if (words[i] == "--format" && i + 1 < words.size() && words[i + 1] == "json") return true;
  }
  return false;
}

bool asks_for_help(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return word == "--help" || word == "-h"; });
}

/// First words of all listed commands, each once.
std::vector<std::string> first_words() {
  std::vector<std::string> words;
  for (const CommandGroup& group : command_groups()) {
    for (const Command* command : group.commands) {
      std::string word(command->name.substr(0, command->name.find(' ')));
      if (words.empty() || words.back() != word) words.push_back(std::move(word));
    }
  }
  return words;
}

struct FoundCommand {
  const Command* command = nullptr;
  std::size_t words = 0;  ///< of its name
};

FoundCommand find_in(const std::vector<std::string>& words) {
  if (words.size() > 1) {
    if (const Command* command = find_command(format("{} {}", words[0], words[1]))) {
      return {command, 2};
    }
  }
  return {find_command(words[0]), 1};
}

CommandResult run_words(CommandLine line, World& world) {
  if (line.words.empty()) {
    world.out(overview_help());
    return status_of(ExitCode::Done);
  }
  const FoundCommand found = find_in(line.words);
  if (found.command == nullptr) {
    if (asks_for_help(line.words)) {
      world.out(commands_of(line.words[0]).empty() ? overview_help() : group_help(line.words[0]));
      return status_of(ExitCode::Done);
    }
    return no_such_command(line.words);
  }
  line.words.erase(line.words.begin(),
                   line.words.begin() + static_cast<std::ptrdiff_t>(found.words));
  if (asks_for_help(line.words)) {
    world.out(command_help(*found.command));
    return status_of(ExitCode::Done);
  }
  const auto arguments = parse_arguments(*found.command, line);
  if (!arguments) return arguments.failure();
  if (auto known = check_known_words(world, *found.command, *arguments); !known) {
    return known.failure();
  }
  return found.command->run(*arguments, world);
}

}  // namespace

Failure no_such_command(const std::vector<std::string>& words) {
  if (words[0].starts_with('-')) {
    const std::vector<std::string> known = {"--help", "--version"};
    std::string fix = did_you_mean(words[0], known);
    if (fix.empty()) fix = "options come after the command";
    return {ExitCode::Usage, "gpujob", format("unknown option '{}'", words[0]), "", fix};
  }
  const auto members = commands_of(words[0]);
  if (members.empty()) {
    std::string fix = did_you_mean(words[0], first_words());
    if (fix.empty()) fix = "'gpujob help' lists the commands";
    return {ExitCode::Usage, "gpujob", format("no command '{}'", words[0]), "", fix};
  }
  std::vector<std::string> known;
  known.reserve(members.size());
  for (const Command* command : members) {
    known.emplace_back(command->name.substr(words[0].size() + 1));
  }
  const std::string where = format("gpujob {}", words[0]);
  const std::string list = join(known, ", ");
  if (words.size() < 2 || words[1].starts_with('-')) {
    return {ExitCode::Usage, where, "no subcommand given", "", format("choose one of {}", list)};
  }
  return {ExitCode::Usage, where, format("unknown subcommand '{}'", words[1]),
          format("it has {}", list), did_you_mean(words[1], known)};
}

namespace {

int run_and_report(const std::vector<std::string>& argv, World& world) {
  if (argv.size() == 2 && (argv[1] == "--version" || argv[1] == "-V")) {
    world.out(format("gpujob {}\n", kProgramVersion));
    return status_of(ExitCode::Done);
  }
  CommandLine line = split_at_dashes(argv);
  const bool as_json = asks_for_json(line.words);
  const CommandResult result = run_words(std::move(line), world);
  if (result) return *result;
  print_failure(world, result.failure(), as_json);
  if (world.interrupted() != 0) return exit_by_signal(world.interrupted());
  return status_of(result.failure().exit);
}

}  // namespace

int run_gpujob(const std::vector<std::string>& argv, World& world) {
  const int status = run_and_report(argv, world);
  world.progress("");
  const int error = world.output_error();
  if (error == 0) return status;
  print_failure(world, file_failure("standard output", "write all of the output", error), false);
  return status == status_of(ExitCode::Done) ? status_of(ExitCode::Failed) : status;
}

}  // namespace gpujob
