// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command/args/command.h"

namespace gpujob {

/// What `gpujob` alone prints: first steps, every command, the exit codes.
std::string overview_help();

/// What `gpujob help COMMAND` prints, examples first.
std::string command_help(const Command& command);

/// The commands whose names start with the word `group` ("site"); empty if no command does.
std::vector<const Command*> commands_of(std::string_view group);

/// What `gpujob help site` prints: the commands that start with this word.
std::string group_help(std::string_view group);

/// "gpujob submit WORKLOAD [OPTION]... [-- SBATCH OPTION...]"
std::string usage_line(const Command& command);

/// "-G, --gpus N"
std::string option_label(const OptionSpec& option);

/// Headings of the options of a command, in order of first appearance.
std::vector<std::string_view> option_groups(const Command& command);

/// The first steps in the overview and in gpujob(1).
std::span<const Example> first_steps();

}  // namespace gpujob
