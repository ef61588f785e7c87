// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "base/result.h"
#include "base/world.h"
#include "command/args/arguments.h"

// The table of commands. Parsing, help, completions and manual pages all come from these rows.
// Rows are compile-time constants, so that starting the program costs nothing. Each row is defined
// in one file, together with what the command does.

namespace gpujob {

/// What a value completes to in a shell, from local data only. `Choices`: the words of `choices`,
/// or of `value` where that is empty, cut at '|'; no other word is accepted. Values that select
/// among existing things (`SeenSite`, `SeenWorkload`, `FoundDirectory`) must exist: see
/// known_words.h.
enum class Completes {
  Nothing,
  Site,
  SeenSite,
  Workload,
  SeenWorkload,
  Gpu,
  Backend,
  Variant,
  Precision,
  Size,
  Parameter,
  Sweep,
  Keys,
  KeyAndValue,
  Run,
  SettableKey,
  SetKey,
  Code,
  Sandbox,
  Command,
  File,
  Directory,
  FoundDirectory,
  Choices
};

/// May an option stand on the command line more than once?
enum class Repeat { No, Yes };

struct OptionSpec {
  std::string_view name;  ///< long name without dashes
  char letter = '\0';     ///< sbatch's letter with sbatch's meaning; 0: no letter
  /// "KEY[:N]" in help, "text|json" for choices. "[=NAME]": an optional value after '='. Empty: a
  /// switch
  std::string_view value = "";
  std::string_view help = "";  ///< one line, lower case, no full stop
  Completes completes = Completes::Nothing;
  Repeat repeat = Repeat::No;
  std::string_view group = "Options";  ///< heading in help
  std::string_view choices = "";  ///< choices that are too many for help: "pending|running|..."

  bool value_is_optional() const { return value.starts_with("[="); }
  bool needs_value() const { return !value.empty() && !value_is_optional(); }
  std::string_view choice_words() const { return choices.empty() ? value : choices; }
};

struct ArgumentSpec {
  enum class Need { One, Optional, Many, OneOrMore };

  std::string_view name;  ///< "WORKLOAD"
  std::string_view help = "";
  Completes completes = Completes::Nothing;
  Need need = Need::One;
  std::string_view choices = "";  ///< "bash|zsh|fish"
};

/// A command line worth showing, and what it is for.
struct Example {
  std::string_view line;
  std::string_view purpose;
};

/// The result of a command: an exit status, or a failure that run_gpujob prints.
using CommandResult = Result<int>;

/// What may stand after `--`: nothing, options for sbatch, or any words.
enum class Rest { No, Sbatch, Words };

struct Command {
  std::string_view name;         ///< "submit", "site show"
  std::string_view summary;      ///< one line, lower case, no full stop
  std::string_view description;  ///< paragraphs separated by an empty line; may be empty
  std::span<const Example> examples;
  std::span<const ArgumentSpec> arguments;
  /// Sets of options, its own or shared with other commands.
  std::array<std::span<const OptionSpec>, 5> option_sets;
  CommandResult (*run)(const Arguments& arguments, World& world);
  Rest rest = Rest::No;
};

/// A heading of the overview and the commands under it.
struct CommandGroup {
  std::string_view title;
  std::span<const Command* const> commands;
};

/// Every command that users call, in help order.
std::span<const CommandGroup> command_groups();

/// Commands that the build, shells and sandboxes call; help and manual do not list them.
std::span<const Command* const> inner_commands();

/// The command of this full name ("site show"), inner ones too, or nullptr.
const Command* find_command(std::string_view name);

/// Calls `visit(option)` for each option of `command` in order.
template <class Visit>
void for_each_option(const Command& command, Visit visit) {
  for (const auto& set : command.option_sets) {
    for (const OptionSpec& option : set) visit(option);
  }
}

/// The option of this long name, or nullptr.
const OptionSpec* find_option(const Command& command, std::string_view name);

}  // namespace gpujob
