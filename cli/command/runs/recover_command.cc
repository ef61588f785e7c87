// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/runs/run_text.h"
#include "run/attempt.h"
#include "run/recover.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kRecoverExamples = {{
    {"gpujob recover", "every run whose submission had no clear answer"},
    {"gpujob recover last", "the newest run"},
}};
constexpr std::array<ArgumentSpec, 1> kRecoverArguments = {
    {{"RUN", "ids, unique pieces of ids, or last; without: every run in doubt", Completes::Run,
      ArgumentSpec::Need::Many}}};

/// The named runs, or those that are open and have no job.
Result<RunLocator::LoadedRuns> runs_in_doubt(RunLocator& locator, const CommonOptions& options) {
  if (options.words.empty()) {
    RunLocator::LoadedRuns open = locator.open_runs();
    for (RunGroup& group : open.groups) {
      std::erase_if(group.runs, [](const RunRecord& run) {
        return run.job.has_value() || run.state != RunState::Unknown;
      });
    }
    std::erase_if(open.groups, [](const RunGroup& group) { return group.runs.empty(); });
    return open;
  }
  auto named = locator.find(options.words);
  if (!named) return named.failure();
  return RunLocator::LoadedRuns{*std::move(named), {}};
}

/// Resolves runs one by one, but centers behind ssh are asked once for all of theirs.
class Recovery {
 public:
  explicit Recovery(World& world) : world_(world) {}

  void recover(RunGroup& group);

  Diagnostics problems;
  ExitCode exit = ExitCode::Done;

 private:
  void recover_here(RunStore& store, RunRecord& run);
  ExitCode take(const RunStore& store, RunRecord& run, Result<RunRecord> recovered);

  World& world_;
};

void Recovery::recover(RunGroup& group) {
  std::vector<RunRecord> there;
  std::vector<RunRecord*> places, others_of_arrays;
  std::map<std::string, ExitCode> arrays;  // what came of them, by directory
  for (RunRecord& run : group.runs) {
    if (run.endpoint.kind != EndpointKind::Ssh || group.store->center() == nullptr) {
      recover_here(*group.store, run);
    } else if (!run.job && run.plan.array_task &&
               !arrays.try_emplace(submission_directory(run), ExitCode::Done).second) {
      others_of_arrays.push_back(&run);
    } else {
      there.push_back(run);
      places.push_back(&run);
    }
  }
  if (there.empty()) return;
  auto recovered = recover_there(world_, *group.store, there, problems);
  for (std::size_t i = 0; i < there.size(); ++i) {
    const ExitCode own = take(*group.store, *places[i], std::move(recovered[i]));
    const auto array = arrays.find(submission_directory(there[i]));
    if (array != arrays.end()) array->second = std::max(array->second, own);
  }
  for (RunRecord* run : others_of_arrays) {
    if (auto now = group.store->load(run->id)) *run = *std::move(now);
    if (!run->job) exit = std::max(exit, arrays.at(submission_directory(*run)));
  }
}

void Recovery::recover_here(RunStore& store, RunRecord& run) {
  Diagnostics more;
  auto recovered = recover_run(world_, store, run.id, more);
  append(problems, more);
  take(store, run, std::move(recovered));
}

ExitCode Recovery::take(const RunStore& store, RunRecord& run, Result<RunRecord> recovered) {
  ExitCode own = ExitCode::Done;
  if (recovered) {
    run = *std::move(recovered);
    if (run.state == RunState::Vanished) own = ExitCode::Unknown;
  } else {
    own = recovered.failure().exit;
    for (const Diagnostic& one : recovered.failure().diagnostics) {
      const bool is_new = std::find(problems.begin(), problems.end(), one) == problems.end();
      if (is_new) problems.push_back(one);  // a center may say it of every run
    }
    if (auto now = store.load(run.id)) run = *std::move(now);
  }
  exit = std::max(exit, own);
  return own;
}

CommandResult run_recover(const CommonOptions& options, Session& session) {
  World& world = session.world;
  auto doubtful = runs_in_doubt(session.runs, options);
  if (!doubtful) return doubtful.failure();
  Recovery recovery(world);
  recovery.problems = doubtful->unreadable;
  if (!doubtful->unreadable.empty()) recovery.exit = ExitCode::Unknown;
  for (RunGroup& group : doubtful->groups) recovery.recover(group);
  Diagnostics& problems = recovery.problems;
  append(problems, session.runs.update_index(doubtful->groups));
  if (options.json) {
    Json document = json_document("status");
    document["runs"] = run_list_json(doubtful->groups);
    document["diagnostics"] = to_json(problems);
    world.out(dump_json(document));
  } else if (doubtful->groups.empty() && problems.empty()) {
    world.out("no run is in doubt\n");
  } else {
    world.out(run_table(doubtful->groups, world.out_screen()));
  }
  print_diagnostics(world, problems);
  return status_of(recovery.exit);
}

}  // namespace

constinit const Command kRecoverCommand = {
    .name = "recover",
    .summary = "resolve submissions that had no clear answer",
    .description =
        "Looks for the run's job by its name until it is found, or until three look-ups over at "
        "least a minute were answered without it. Then the job is sent again under the same name, "
        "at most twice; if several were taken after all, one of them works and the others end at "
        "once. A run that 'gpujob cancel' was to end is not sent again. "
        "The exit code is 0 if every run has a job or is cancelled, 4 if the scheduler refused "
        "one, 5 if one is still in doubt or its job has vanished. Ctrl-C is safe.",
    .examples = kRecoverExamples,
    .arguments = kRecoverArguments,
    .option_sets = {kJsonFormatOptions},
    .run = run_command<parse_common, run_recover>,
};

}  // namespace gpujob
