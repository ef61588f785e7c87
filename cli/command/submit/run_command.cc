// SPDX-License-Identifier: MIT
#include <utility>

#include "base/format.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/runs/labels.h"
#include "command/runs/run_text.h"
#include "command/submit/planned_text.h"
#include "command/submit/sent_runs.h"
#include "command/submit/submit_options.h"
#include "jobs/send/follow_run.h"
#include "jobs/session/refused_submit.h"
#include "jobs/session/site_selection.h"
#include "run/watch.h"

// Like 'docker run': the status is the command's own, and 125 for what goes wrong before or beside
// it.

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kRunExamples = {{
    {"gpujob run --site SITE --gpu GPU -- nvidia-smi", "one command on a GPU node"},
    {"gpujob run --site SITE --gpu GPU:2 --stack cuda -- ./train --epochs 3",
     "two GPUs, and the center's CUDA modules"},
    {"gpujob run --site local -- python3 train.py", "on this machine"},
}};
constexpr std::array<OptionSpec, 8> kRunOptions = {
    {kSyncOption,
     kSyncLimitOption,
     kHereOption,
     kSandboxOption,
     {.name = "settle",
      .value = "TIME",
      .help = "after an unclear answer look for the job this long before it fails (60s)",
      .group = "Work"},
     kNameOption,
     kTagOption,
     kNoteOption}};

constexpr int kOwnFailure = 125;
constexpr Milliseconds kSecondPress{1000};

int failed(World& world, const Failure& failure) {
  print_failure(world, failure, false);
  world.err(format("note: gpujob run ends with {}; the exit code was {}\n", kOwnFailure,
                   status_of(failure.exit)));
  return kOwnFailure;
}

/// After Ctrl-C: cancels if it comes again at once, else leaves the job alone.
CommandResult interrupted(World& world, RunGroup& group) {
  const RunRecord& owner = group.runs[0];
  world.forget_interrupt();
  world.err(
      format("\nrun {} keeps running: 'gpujob logs {} -f' shows its output again, 'gpujob cancel "
             "{}' ends it\npress Ctrl-C again within a second to cancel it now\n",
             owner.id, owner.id, owner.id));
  if (world.sleep(kSecondPress)) return kOwnFailure;
  world.forget_interrupt();
  const auto ended = cancel_run(world, *group.store, owner.id);
  if (!ended) return ended.failure();
  world.err(run_line(*ended) + "\n");
  return kOwnFailure;
}

CommandResult show(Session& session, const std::string& run_id) {
  World& world = session.world;
  RunLocator& locator = session.runs;
  auto group = locator.find_one(run_id);
  if (!group) return group.failure();
  std::vector<RunGroup> groups = {*std::move(group)};
  const auto followed = follow_runs(session, groups, [&] {
    return std::vector{
        Tail(world, ".out", [&](const auto&, const std::string& text) { world.out(text); }),
        Tail(world, ".err", [&](const auto&, const std::string& text) { world.err(text); })};
  });
  if (!followed) return followed.failure();
  if (*followed == Followed::Interrupted) return interrupted(world, groups[0]);
  const RunRecord& owner = groups[0].runs[0];
  if (*followed == Followed::OutOfReach && owner.endpoint.kind == EndpointKind::Ssh) {
    return out_of_reach("gpujob run", groups[0].runs);
  }
  print_diagnostics(world, locator.update_index(groups));
  const auto status = exit_status_of(world, owner);
  if (!status) return status.failure();
  if (*followed == Followed::Over && *status) return **status;
  return Failure{exit_of(owner.state), format("run {}", owner.id), to_string(owner.state),
                 owner.detail, format("see 'gpujob logs {} --err'", owner.id)};
}

CommandResult run_as_job(const JobOptions& options, Session& session) {
  const JobPurpose purpose{.describe = Describe::FromFile, .kind = JobKind::Sent};
  const auto planned = plan_sweep(session, options.request, purpose);
  const auto newest = session.runs.newest_run();
  if (planned) print_remarks(session.world, *planned, Explain::No);
  const auto sent = planned ? send_one_job(session, options.request, *planned)
                            : Result<RunRecord>(planned.failure());
  if (!sent) {
    keep_refusal(session.world, newest, sent.failure());
    return sent.failure();
  }
  session.world.err(sent_text(*planned, planned->batches.front(), *sent));
  return show(session, sent->id);
}

CommandResult run_run(const Arguments& arguments, World& world) {
  const auto ended = run_command<parse_run, run_as_job>(arguments, world);
  return ended ? ended : failed(world, ended.failure());
}

}  // namespace

Result<JobOptions> parse_run(const Arguments& arguments) {
  if (arguments.rest().empty()) {
    return Failure{ExitCode::Usage, "gpujob run", "no command given", "",
                   "write it after '--': gpujob run --gpu GPU -- COMMAND"};
  }
  auto options = parse_job(arguments);
  if (options) {
    options->request.command = std::exchange(options->request.flags.sbatch_arguments, {});
  }
  return options;
}

constinit const Command kRunCommand = {
    .name = "run",
    .summary = "run a command as a job and show its output",
    .description =
        "Submits the command, waits, prints its output as it comes and ends with the command's own "
        "exit status; 125 if gpujob itself failed, with its exit code in a note. The command "
        "starts in the directory of the call; its standard input is empty. Ctrl-C leaves the job "
        "running and says how to go on; a second Ctrl-C within a second cancels it.",
    .examples = kRunExamples,
    .arguments = {},
    .option_sets = {kPlaceOptions, kOwnOptions, kStartOptions, kRunOptions},
    .run = run_run,
    .rest = Rest::Words,
};

}  // namespace gpujob
