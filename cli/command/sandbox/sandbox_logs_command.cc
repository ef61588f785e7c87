// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/sandbox/sandbox_options.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kSandboxLogsExamples = {{
    {"gpujob sandbox logs", "what slurmctld has to say"},
    {"gpujob sandbox logs munged --name NAME", "another daemon of another sandbox"},
}};
constexpr std::array<ArgumentSpec, 1> kSandboxLogsArguments = {
    {{"DAEMON", "munged, slurmctld (default), slurmd.<node>, slurmdbd or mariadbd",
      Completes::Nothing, ArgumentSpec::Need::Optional}}};
constexpr std::array<OptionSpec, 2> kSandboxLogsOptions = {
    {kSandboxNameOption, kSandboxSiteOption}};

CommandResult run_sandbox_logs(const SandboxChoice& options, World& world) {
  const auto record = one_sandbox(world, options);
  if (!record) return record.failure();
  const auto& words = options.words;
  const std::string wanted = words.empty() ? "slurmctld" : words.front();
  std::vector<std::string> names;
  for (const SandboxDaemon& daemon : record->daemons) names.push_back(daemon.name);
  if (std::find(names.begin(), names.end(), wanted) == names.end()) {
    const std::string guess = did_you_mean(wanted, names);
    return Failure{ExitCode::Usage, format("sandbox '{}'", record->name),
                   format("no daemon '{}'", wanted), "",
                   guess.empty() ? "'gpujob sandbox status' lists them" : guess};
  }
  const auto text = world.read_file(record->layout.log(wanted));
  if (!text) return text.failure();
  world.out(printable(*text));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kSandboxLogsCommand = {
    .name = "sandbox logs",
    .summary = "the log of a sandbox's daemon",
    .description = "",
    .examples = kSandboxLogsExamples,
    .arguments = kSandboxLogsArguments,
    .option_sets = {kSandboxLogsOptions},
    .run = run_command<parse_sandbox, run_sandbox_logs>,
};

}  // namespace gpujob
