// SPDX-License-Identifier: MIT
#include "command/line/output.h"
#include "command/line/rows.h"
#include "command/program/completion.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> examples = {{
    {"source <(gpujob completion bash)", "in ~/.bashrc"},
    {"source <(gpujob completion zsh)", "in ~/.zshrc, after compinit"},
    {"gpujob completion fish | source", "in ~/.config/fish/config.fish"},
}};
constexpr std::array<ArgumentSpec, 1> shell_argument = {
    {{.name = "SHELL", .help = "bash, zsh or fish", .choices = "bash|zsh|fish"}}};

CommandResult run(const Arguments& arguments, World& world) {
  world.out(completion_script(arguments.positional()[0]));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command completion_command = {
    .name = "completion",
    .summary = "what a shell needs to complete gpujob's words",
    .description =
        "Completes commands, options, sites, GPU types, workloads and runs from local "
        "data; no scheduler is asked.",
    .examples = examples,
    .arguments = shell_argument,
    .option_sets = {},
    .run = run,
};

}  // namespace gpujob
