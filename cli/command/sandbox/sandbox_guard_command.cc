// SPDX-License-Identifier: MIT
#include "command/line/output.h"
#include "command/line/rows.h"
#include "sandbox/lifecycle.h"

namespace gpujob {

namespace {

constexpr std::array<ArgumentSpec, 1> name_argument = {{{"NAME", "the sandbox"}}};

CommandResult run(const Arguments& arguments, World& world) {
  guard_sandbox(world, arguments.positional().front());
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command sandbox_guard_command = {
    .name = "sandbox guard",
    .summary = "end a sandbox whose start is cut off",
    .description = "",
    .examples = {},
    .arguments = name_argument,
    .option_sets = {},
    .run = run,
};

}  // namespace gpujob
