// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/sandbox/sandbox_options.h"
#include "sandbox/ending.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kSandboxDownExamples = {{
    {"gpujob sandbox down", "end the only one"},
    {"gpujob sandbox down --all", "end them all"},
}};
constexpr std::array<OptionSpec, 3> kSandboxDownOptions = {
    {kSandboxNameOption,
     kSandboxSiteOption,
     {.name = "all", .help = "all of your sandboxes", .group = "Which"}}};

CommandResult end(World& world, const std::vector<SandboxRecord>& records) {
  std::optional<Failure> failure;
  for (const SandboxRecord& record : records) {
    const Status ended = end_sandbox(world, record);
    if (ended) {
      world.out(format("sandbox '{}' has ended\n", record.name));
    } else if (!failure) {
      failure = ended.failure();
    } else {
      append(failure->diagnostics, ended.failure().diagnostics);
    }
  }
  if (failure) return *std::move(failure);
  return status_of(ExitCode::Done);
}

struct SandboxDownOptions : SandboxChoice {
  bool all = false;
};

Result<SandboxDownOptions> parse_sandbox_down(const Arguments& arguments) {
  SandboxDownOptions options{parse_sandbox(arguments), arguments.has("all")};
  for (const char* other : {"name", "site"}) {
    if (!options.all || !arguments.has(other)) continue;
    return Failure{ExitCode::Usage, "option '--all'", format("cannot stand beside --{}", other),
                   "one ends every sandbox, the other one", "leave one out"};
  }
  return options;
}

CommandResult run_sandbox_down(const SandboxDownOptions& options, World& world) {
  if (options.all) {
    Diagnostics problems;
    const auto records = all_sandboxes(world, problems);
    print_diagnostics(world, problems);
    return end(world, records);
  }
  auto record = one_sandbox(world, options);
  if (record) return end(world, {*std::move(record)});
  const auto& name = options.name;
  if (!name || record.failure().exit != ExitCode::Invalid) return record.failure();
  // A damaged record: what carries the sandbox's mark is ended all the same.
  print_diagnostics(world, record.failure().diagnostics);
  if (auto ended = end_damaged_sandbox(world, *name); !ended) return ended.failure();
  world.out(format("sandbox '{}' has ended\n", *name));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kSandboxDownCommand = {
    .name = "sandbox down",
    .summary = "end a sandbox and remove its files",
    .description =
        "Its jobs are cancelled, its daemons ended by the process numbers that its record holds, "
        "its files removed. The directories of runs stay.",
    .examples = kSandboxDownExamples,
    .arguments = {},
    .option_sets = {kSandboxDownOptions},
    .run = run_command<parse_sandbox_down, run_sandbox_down>,
};

}  // namespace gpujob
