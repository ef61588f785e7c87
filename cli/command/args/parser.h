// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "command/args/arguments.h"
#include "command/args/command.h"

namespace gpujob {

/// The words of a command line, cut at the first `--`.
struct CommandLine {
  std::vector<std::string> words;  ///< command, options and arguments
  std::vector<std::string> rest;   ///< after `--`
  bool has_rest = false;           ///< was there a `--`?
};

/// `argv` without the program's name.
CommandLine split_at_dashes(const std::vector<std::string>& argv);

/// Reads `line.words` (without the command's name) by the command's row. Fails with
/// ExitCode::Usage and a suggestion: unknown option or choice, missing or repeated value, missing
/// or unexpected argument.
Result<Arguments> parse_arguments(const Command& command, const CommandLine& line);

/// A command line, "gpujob" first, that `parse_arguments` reads back as `arguments`.
std::vector<std::string> words_of(const Command& command, const Arguments& arguments);

/// The pieces of `text` between '|'.
std::vector<std::string> choices_of(std::string_view text);

}  // namespace gpujob
