// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "jobs/session/configuration.h"
#include "jobs/session/run_locator.h"
#include "run/litter.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kGcExamples = {{
    {"gpujob runs gc", "show what killed commands have left behind"},
    {"gpujob runs gc --yes", "and remove it"},
}};
constexpr std::array<OptionSpec, 1> kGcOptions = {
    {{.name = "yes", .help = "remove what is shown"}}};

struct GcOptions : CommonOptions {
  bool remove = false;
};

GcOptions parse_gc(const Arguments& arguments) {
  return {parse_common(arguments), arguments.has("yes")};
}

CommandResult run_gc(const GcOptions& options, Session& session) {
  World& world = session.world;
  LitterFound found = find_litter(world, session.runs.directories());
  std::size_t removed = 0;
  for (const Litter& one : found.litter) {
    world.out(format("{}: {}\n", printable(one.path), to_string(one.kind)));
    if (!options.remove) continue;
    const Status done = remove_litter(world, one);
    if (done) ++removed;
    if (!done) append(found.problems, done.failure().diagnostics);
  }
  if (found.litter.empty() && found.problems.empty()) world.out("nothing to remove\n");
  if (options.remove && !found.litter.empty()) {
    world.out(format("{} of {} removed\n", removed, found.litter.size()));
  }
  if (!options.remove && !found.litter.empty()) {
    world.err("note: nothing was removed; 'gpujob runs gc --yes' removes it\n");
  }
  print_diagnostics(world, found.problems);
  return status_of(found.problems.empty() ? ExitCode::Done : ExitCode::Failed);
}

}  // namespace

constinit const Command kRunsGcCommand = {
    .name = "runs gc",
    .summary = "remove what killed commands have left",
    .description =
        "Temporary files, locks whose process on this machine has ended, directories in which no "
        "run was begun, and job arrays whose runs are gone; older than an hour, and never a run. "
        "Without --yes it only shows them. "
        "The exit code is 1 if something could not be read or removed.",
    .examples = kGcExamples,
    .arguments = {},
    .option_sets = {kGcOptions},
    .run = run_command<parse_gc, run_gc>,
};

}  // namespace gpujob
