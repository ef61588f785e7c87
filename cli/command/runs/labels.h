// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "command/args/arguments.h"
#include "command/args/command.h"
#include "run/index.h"
#include "run/tags.h"

namespace gpujob {

// What a user calls a run: options of every command that sends one or changes its labels.

inline constexpr OptionSpec kNameOption{
    .name = "name", .value = "TEXT", .help = "a name for the run", .group = "Labels"};
inline constexpr OptionSpec kTagOption{.name = "tag",
                                       .value = "KEY=VALUE",
                                       .help = "a tag to find runs by; may be repeated",
                                       .repeat = Repeat::Yes,
                                       .group = "Labels"};
inline constexpr OptionSpec kNoteOption{
    .name = "note", .value = "TEXT", .help = "a remark for people", .group = "Labels"};

/// Fails with ExitCode::Usage for a tag without a value, or one that is given twice.
Result<RunTags> read_labels(const Arguments& arguments);

}  // namespace gpujob
