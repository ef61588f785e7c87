// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/program/completion.h"

namespace gpujob {

namespace {

CommandResult run_complete(const Arguments& arguments, World& world) {
  const Completion completion = complete(world, arguments.rest());
  if (completion.kind == Completion::Kind::Files) world.out(":files\n");
  if (completion.kind == Completion::Kind::Directories) world.out(":directories\n");
  std::string text;
  for (const Candidate& candidate : completion.words) {
    text += format("{}{}{}\n", candidate.word, candidate.meaning.empty() ? "" : "\t",
                   candidate.meaning);
  }
  world.out(text);
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kCompleteCommand = {
    .name = "complete",
    .summary = "completions of the last word after '--'",
    .description = "",
    .examples = {},
    .arguments = {},
    .option_sets = {},
    .run = run_complete,
    .rest = Rest::Words,
};

}  // namespace gpujob
