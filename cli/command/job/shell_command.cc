// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/job/job_options.h"
#include "command/job/job_text.h"
#include "jobs/send/shell_session.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kShellExamples = {{
    {"gpujob shell --site SITE --gpu GPU", "print the command that starts an interactive session"},
    {"gpujob shell --site SITE --gpu GPU --run", "run that command"},
}};
constexpr std::array<OptionSpec, 5> kShellOptions = {
    {kHereOption,
     kSandboxOption,
     kExplainOption,
     {.name = "run", .help = "run the command instead of printing it", .group = "Output"},
     kJsonFormatOption}};

CommandResult run_shell(const ShellOptions& options, Session& session) {
  World& world = session.world;
  const auto shell = plan_shell(session, options.request);
  if (!shell) return shell.failure();
  print_remarks(world, shell->job, options.explain);
  if (options.request.place.sandbox && !options.runs) {
    return Failure{ExitCode::Usage, "option '--sandbox'", "the command is only printed",
                   "it is for the center", "add --run, or omit --sandbox"};
  }
  if (options.runs) return start_shell(session, options.request.place, *shell);
  if (options.json) {
    Json document = json_document("shell");
    document["argv"] = shell->line;
    world.out(dump_json(document));
  } else {
    world.out(command_line_text(shell->line) + "\n");
  }
  return status_of(ExitCode::Done);
}

}  // namespace

Result<ShellOptions> parse_shell(const Arguments& arguments) {
  auto job = parse_job(arguments);
  if (!job) return job.failure();
  return ShellOptions{*std::move(job), arguments.has("run")};
}

constinit const Command kShellCommand = {
    .name = "shell",
    .summary = "an interactive session on a GPU, the way the site wants it",
    .description =
        "Prints the command; --run runs it, in a sandbox if --sandbox is given or this machine has "
        "no Slurm. Where the center's salloc leaves its shell on the login node, or nothing is "
        "known of it, srun --pty brings the shell onto the node. The exit code is then that of the "
        "session. A site that documents no interactive "
        "sessions is refused with exit code 3.",
    .examples = kShellExamples,
    .arguments = {},
    .option_sets = {kPlaceOptions, kShellOptions},
    .run = run_command<parse_shell, run_shell>,
};

}  // namespace gpujob
