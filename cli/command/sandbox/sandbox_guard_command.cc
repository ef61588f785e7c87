// SPDX-License-Identifier: MIT
#include "command/args/commands.h"
#include "command/args/output.h"
#include "sandbox/lifecycle.h"

namespace gpujob {

namespace {

constexpr std::array<ArgumentSpec, 1> kSandboxGuardArguments = {{{"NAME", "the sandbox"}}};

CommandResult run_sandbox_guard(const CommonOptions& options, World& world) {
  guard_sandbox(world, options.words.front());
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kSandboxGuardCommand = {
    .name = "sandbox guard",
    .summary = "end a sandbox whose start is cut off",
    .description = "",
    .examples = {},
    .arguments = kSandboxGuardArguments,
    .option_sets = {},
    .run = run_command<parse_common, run_sandbox_guard>,
};

}  // namespace gpujob
