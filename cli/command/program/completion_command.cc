// SPDX-License-Identifier: MIT
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/program/completion.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kCompletionExamples = {{
    {"source <(gpujob completion bash)", "in ~/.bashrc"},
    {"source <(gpujob completion zsh)", "in ~/.zshrc, after compinit"},
    {"gpujob completion fish | source", "in ~/.config/fish/config.fish"},
}};
constexpr std::array<ArgumentSpec, 1> kCompletionArguments = {
    {{.name = "SHELL", .help = "bash, zsh or fish", .choices = "bash|zsh|fish"}}};

CommandResult run_completion(const CommonOptions& options, World& world) {
  world.out(completion_script(options.words[0]));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kCompletionCommand = {
    .name = "completion",
    .summary = "shell completion for bash, zsh and fish",
    .description =
        "Prints a script for the shell. It completes commands, options, sites, GPU types, "
        "workloads, "
        "runs, codes and sandboxes from local data; no scheduler is asked.",
    .examples = kCompletionExamples,
    .arguments = kCompletionArguments,
    .option_sets = {},
    .run = run_command<parse_common, run_completion>,
};

}  // namespace gpujob
