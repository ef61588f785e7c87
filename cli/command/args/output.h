// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/world.h"
#include "command/args/command.h"

namespace gpujob {

/// The option of every command that can print JSON.
inline constexpr OptionSpec kJsonFormatOption{
    .name = "format",
    .value = "text|json",
    .help = "readable text (default) or JSON for programs",
    .completes = Completes::Choices,
    .group = "Output"};

inline constexpr std::array<OptionSpec, 1> kJsonFormatOptions = {kJsonFormatOption};

/// The start of every JSON document: `schema` is "gpujob/<kind>/v1", `version` is gpujob's.
Json json_document(std::string_view kind);

/// One object per diagnostic, with its fields that are not empty.
Json to_json(const Diagnostics& diagnostics);

/// "error: where: problem (why); fix" and the source line with its caret, safe for a terminal.
std::string to_text(const Diagnostic& diagnostic, const Screen& screen = {});

/// Each on stderr, as to_text() writes it.
void print_diagnostics(World& world, const Diagnostics& diagnostics);

/// The failure on stderr and, if `as_json`, as a document of kind "error" on stdout.
void print_failure(World& world, const Failure& failure, bool as_json);

constexpr int status_of(ExitCode code) {
  return static_cast<int>(code);
}

}  // namespace gpujob
