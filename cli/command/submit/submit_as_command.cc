// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/file_lock.h"
#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/ulid.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/args/parser.h"
#include "command/config/configuration.h"
#include "command/job/job.h"
#include "command/runs/run_locator.h"
#include "command/runs/run_text.h"
#include "command/submit/submit_job.h"
#include "remote/pieces.h"
#include "remote/protocol.h"
#include "run/submit.h"
#include "run/watch.h"

// A seat behind a line that may be cut sends one request as often as it takes. The first that
// arrives makes the run and sends it; every further one is answered with what the run is. Two at
// once are served one after the other.

namespace gpujob {

namespace {

constexpr std::array<ArgumentSpec, 1> kSubmitAsArguments = {
    {{"RUN", "the id that the run is to have"}}};

constexpr std::array<OptionSpec, 3> kSubmitAsOptions = {
    {{.name = "copy", .value = "SUM[,SUM]", .help = "run it in the copy that these pieces list"},
     {.name = "workload", .value = "SUM[,SUM]", .help = "the workload's folder is this copy"},
     kJsonFormatOption}};

/// Makes the copies that the run is to have, in the run's directory: one that the job starts in, or
/// one that its workload is found in.
Status add_copies(World& world, const Configuration& configuration, const Arguments& arguments,
                  Arguments& submit) {
  const auto copy = arguments.value("copy");
  const auto workload = arguments.value("workload");
  if (!copy && !workload) return {};
  const DataFiles data_files(world, {});
  const auto site = data_files.profiles().find(submit.value_or("site", ""));
  if (!site) return site.failure();
  const std::string run =
      join_path(runs_directory_of(world, configuration, *site), arguments.positional().front());
  std::vector<std::string> sums;
  for (const std::string_view sum : split(copy ? *copy : *workload, ',')) sums.emplace_back(sum);
  if (copy) {
    const std::string directory = join_path(run, kCopyName);
    submit.add_option(kCopyDirectory, directory);
    return make_copy(world, sums, directory);
  }
  std::string name = submit.positional().empty() ? "" : submit.positional().front();
  name.erase(0, name.find(':') + 1);  // "workload:storm"
  if (name.find('/') != std::string::npos || !is_inner_path(name)) {
    return Failure{ExitCode::Usage, "gpujob submit-as", "this is not the name of a workload"};
  }
  const std::string directory = join_path(run, "workloads");
  submit.add_option("profile-path", directory);
  return make_copy(world, sums, join_path(directory, name));
}

/// The other side calls a run refused only if a document says so of the run: any other failure may
/// hide a job.
CommandResult say_what_it_is(World& world, RunLocator& locator, RunGroup group) {
  const RunRecord& run = group.runs.front();
  update_index(world, locator, {group});
  Json document = json_document("submitted");
  document.update(run_json(run));
  world.out(dump_json(document));
  if (run.state == RunState::Refused) return status_of(ExitCode::Scheduler);
  return status_of(run.job ? ExitCode::Done : ExitCode::Unknown);
}

/// It was refused before there was a run.
CommandResult say_refused(World& world, const std::string& run_id, const Failure& failure) {
  const Diagnostic& cause = failure.diagnostics.front();
  Json document = json_document("submitted");
  document["run"] = run_id;
  document["state"] = to_string(RunState::Refused);
  document["detail"] =
      cause.why.empty() ? cause.problem : format("{} ({})", cause.problem, cause.why);
  world.out(dump_json(document));
  return status_of(failure.exit);
}

bool is_held(RunLocator& locator, const std::string& run_id) {
  const auto directories = locator.directories();
  return std::any_of(directories.begin(), directories.end(), [&](const std::string& directory) {
    return locator.store_in(directory).holds(run_id);
  });
}

Status remove_half_made(World& world, RunLocator& locator, const std::string& run_id) {
  for (const std::string& directory : locator.directories()) {
    const Status removed = world.remove_tree(locator.store_in(directory).path_of(run_id));
    if (!removed) return removed;
  }
  return {};
}

/// A run that is here: it is sent if that was never tried, and recovered if it has no clear answer.
CommandResult answer_for(World& world, RunLocator& locator, const std::string& run_id) {
  auto group = locator.find_one(run_id);
  if (!group) return group.failure();
  RunRecord& run = group->runs.front();
  if (run.attempt == 0) {
    run.state = RunState::Intended;
    auto sent = submit_run(world, *group->store, run, Seconds(60));
    if (!sent) {
      print_diagnostics(world, sent.failure().diagnostics);
      group = locator.find_one(run_id);
      return group ? say_what_it_is(world, locator, *std::move(group)) : group.failure();
    }
    run = *std::move(sent);
  } else {
    print_diagnostics(world, refresh(world, *group->store, group->runs));
  }
  return say_what_it_is(world, locator, *std::move(group));
}

CommandResult run_submit_as(const Arguments& arguments, World& world) {
  const std::string& run_id = arguments.positional()[0];
  if (!is_ulid(run_id)) {
    return Failure{ExitCode::Usage, "gpujob submit-as", "this is not the id of a run"};
  }
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  const auto lock = FileLock::acquire(world,
                                      {join_path(state_home(world), "submit-as"), run_id,
                                       format("run {}", run_id), "is sending it"},
                                      FileLock::OnWriteError::Fail);
  if (!lock) return lock.failure();
  RunLocator locator(world, *configuration);
  if (is_held(locator, run_id)) return answer_for(world, locator, run_id);
  // What a full disk or a signal left half made is not a run, and was never sent.
  if (auto removed = remove_half_made(world, locator, run_id); !removed) return removed.failure();
  std::vector<std::string> words = {"gpujob"};
  words.insert(words.end(), arguments.rest().begin(), arguments.rest().end());
  words.insert(words.begin() + 1, {std::string("--format"), std::string("json")});
  auto submit = parse_arguments(kSubmitCommand, split_at_dashes(words));
  if (!submit) return submit.failure();
  const Status made = add_copies(world, *configuration, arguments, *submit);
  const CommandResult sent =
      made ? submit_job(*submit, world, run_id) : CommandResult(made.failure());
  if (sent) return sent;
  if (!is_held(locator, run_id)) {
    // What failed for another reason, such as a full disk, may be asked for again.
    (void)remove_half_made(world, locator, run_id);
    const ExitCode exit = sent.failure().exit;
    const bool refused =
        exit == ExitCode::Usage || exit == ExitCode::Invalid || exit == ExitCode::Scheduler;
    return refused ? say_refused(world, run_id, sent.failure()) : sent;
  }
  print_diagnostics(world, sent.failure().diagnostics);
  auto group = locator.find_one(run_id);
  return group ? say_what_it_is(world, locator, *std::move(group)) : group.failure();
}

}  // namespace

constinit const Command kSubmitAsCommand = {
    .name = "submit-as",
    .summary = "submit a run of this id, or tell what it is",
    .description = "For 'gpujob serve'. What stands after -- is a command line of 'gpujob submit'.",
    .examples = {},
    .arguments = kSubmitAsArguments,
    .option_sets = {kSubmitAsOptions},
    .run = run_submit_as,
    .rest = Rest::Words,
};

}  // namespace gpujob
