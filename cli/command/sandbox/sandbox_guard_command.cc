// SPDX-License-Identifier: MIT
#include "command/args/commands.h"
#include "command/args/output.h"
#include "sandbox/lifecycle.h"

namespace gpujob {

namespace {

constexpr std::array<ArgumentSpec, 1> kSandboxGuardArguments = {{{"NAME", "the sandbox"}}};

CommandResult run_sandbox_guard(const Arguments& arguments, World& world) {
  guard_sandbox(world, arguments.positional().front());
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
    .run = run_sandbox_guard,
};

}  // namespace gpujob
