// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <utility>

#include "base/file_lock.h"
#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/ulid.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/args/parser.h"
#include "command/runs/run_text.h"
#include "command/submit/submit_options.h"
#include "jobs/request/job.h"
#include "jobs/send/send_again.h"
#include "jobs/session/configuration.h"
#include "jobs/session/run_locator.h"
#include "remote/pieces.h"
#include "remote/protocol.h"
#include "run/recover.h"
#include "run/submit.h"

// A seat behind a line that may be cut sends one request as often as it takes. The first that
// arrives makes the run, or the runs of an array, and sends it; every further one is answered with
// what they are. Two at once are served one after the other.

namespace gpujob {

namespace {

constexpr std::array<ArgumentSpec, 1> kSubmitAsArguments = {
    {{"RUN", "the id that the run is to have"}}};

constexpr std::array<OptionSpec, 6> kSubmitAsOptions = {
    {{.name = "array", .value = "ID", .help = "the id of the array whose first task is RUN"},
     {.name = "tasks", .value = "FILE", .help = "with --array: the ids of its runs, one per line"},
     {.name = "copy", .value = "SUM", .help = "run it in the copy of this name"},
     {.name = "workload", .value = "SUM", .help = "the workload's folder is this copy"},
     {.name = "retry", .value = "OLD", .help = "it is this run of here, sent again"},
     kJsonFormatOption}};

struct SubmitAsOptions : CommonOptions {
  std::string array, tasks;
  std::optional<std::string> copy, workload, retry;
  std::vector<std::string> line;  ///< of 'gpujob submit'
};

SubmitAsOptions parse_submit_as(const Arguments& arguments) {
  return {parse_common(arguments), arguments.value_or("array", ""), arguments.value_or("tasks", ""),
          arguments.value("copy"), arguments.value("workload"),     arguments.value("retry"),
          arguments.rest()};
}

/// Makes the copies that the run is to have, in the run's directory: one that the job starts in, or
/// one that its workload is found in.
Status add_copies(Session& session, const SubmitAsOptions& options, SubmitOptions& submit) {
  const auto& copy = options.copy;
  if (!copy && !options.workload) return {};
  const auto site = session.data_files.profiles().find(submit.request.place.site.value_or(""));
  if (!site) return site.failure();
  const std::string run = join_path(runs_directory_of(session, *site), options.words.front());
  const std::string& sum = copy ? *copy : *options.workload;
  if (copy) {
    const std::string directory = join_path(run, kCopyName);
    submit.request.copy_directory = directory;
    return make_copy(session.world, sum, directory);
  }
  std::string name = submit.request.words.empty() ? "" : submit.request.words.front();
  name.erase(0, name.find(':') + 1);  // "workload:storm"
  if (name.find('/') != std::string::npos || !is_inner_path(name)) {
    return Failure{ExitCode::Usage, "gpujob submit-as", "this is not the name of a workload"};
  }
  const std::string directory = join_path(run, "workloads");
  submit.profile_path.push_back(directory);
  return make_copy(session.world, sum, join_path(directory, name));
}

Result<GivenIds> read_ids(const World& world, const SubmitAsOptions& options) {
  GivenIds ids{{options.words.front()}, options.array};
  const Failure wrong{ExitCode::Usage, "gpujob submit-as", "this is not the id of a run"};
  if (!is_ulid(ids.runs.front())) return wrong;
  if (ids.array.empty()) return ids;
  const auto text = world.read_file(options.tasks);
  if (!text) return text.failure();
  const std::string first = std::exchange(ids.runs, {}).front();
  for (const std::string_view line : lines(*text)) ids.runs.emplace_back(line);
  const std::set<std::string> different(ids.runs.begin(), ids.runs.end());
  if (!is_ulid(ids.array) || ids.runs.empty() || ids.runs.front() != first ||
      different.size() != ids.runs.size() ||
      !std::all_of(ids.runs.begin(), ids.runs.end(), is_ulid)) {
    return wrong;
  }
  return ids;
}

Json document_of(const GivenIds& ids, Json entries) {
  Json document = json_document(ids.array.empty() ? "submitted" : "status");
  if (ids.array.empty()) {
    document.update(entries.front());
  } else {
    document["runs"] = std::move(entries);
  }
  return document;
}

/// The other side calls a run refused only if a document says so of the run: any other failure may
/// hide a job.
CommandResult say_what_it_is(World& world, RunLocator& locator, const GivenIds& ids) {
  auto groups = locator.find(ids.runs);
  if (!groups) return groups.failure();
  locator.update_index(*groups);
  world.out(dump_json(document_of(ids, run_list_json(*groups))));
  const RunRecord& run = groups->front().runs.front();
  if (run.state == RunState::Refused) return status_of(ExitCode::Scheduler);
  return status_of(run.job ? ExitCode::Done : ExitCode::Unknown);
}

/// It was refused before there was a run.
CommandResult say_refused(World& world, const GivenIds& ids, const Failure& failure) {
  const Diagnostic& cause = failure.diagnostics.front();
  Json entries = Json::array();
  for (const std::string& run : ids.runs) {
    entries.push_back(
        {{"run", run},
         {"state", to_string(RunState::Refused)},
         {"detail",
          cause.why.empty() ? cause.problem : format("{} ({})", cause.problem, cause.why)}});
  }
  world.out(dump_json(document_of(ids, std::move(entries))));
  return status_of(failure.exit);
}

/// Are all of its runs here? The script of an array is made after them.
bool is_held(const World& world, RunLocator& locator, const GivenIds& ids) {
  const auto directories = locator.directories();
  return std::any_of(directories.begin(), directories.end(), [&](const std::string& directory) {
    const RunStore& store = locator.store_in(directory);
    if (ids.array.empty()) return store.holds(ids.runs.front());
    const std::string run = store.path_of(ids.runs.front());
    return world.kind(join_path(array_directory(run, {ids.array, 1}), "job.sh")) !=
           FileKind::Absent;
  });
}

/// What a full disk or a signal left half made is not a run, and was never sent.
Status remove_half_made(World& world, RunLocator& locator, const GivenIds& ids) {
  for (const std::string& directory : locator.directories()) {
    const RunStore& store = locator.store_in(directory);
    for (const std::string& id : ids.runs) {
      if (store.holds(id)) {
        const auto run = store.load(id);
        if (!run) return run.failure();
        const auto& task = run->plan.array_task;
        if (run->attempt > 0 || !task || task->array != ids.array) {
          return Failure{ExitCode::Usage, format("run {}", id), "is another one here"};
        }
      }
      if (auto removed = world.remove_tree(store.path_of(id)); !removed) return removed;
    }
    if (ids.array.empty()) continue;
    const std::string array = array_directory(store.path_of(ids.runs.front()), {ids.array, 1});
    if (auto removed = world.remove_tree(array); !removed) return removed;
  }
  return {};
}

/// Runs that are here: sent if that was never tried, recovered if the answer was not clear.
CommandResult answer_for(World& world, RunLocator& locator, const GivenIds& ids) {
  auto groups = locator.find(ids.runs);
  if (!groups) return groups.failure();
  RunGroup& group = groups->front();
  RunRecord& run = group.runs.front();
  if (run.attempt == 0) {
    run.state = RunState::Intended;
    const auto sent = submit_run(world, *group.store, run, Seconds(60));
    if (!sent) print_diagnostics(world, sent.failure().diagnostics);
  } else {
    print_diagnostics(world, refresh_and_resend(world, *group.store, group.runs));
  }
  return say_what_it_is(world, locator, ids);
}

CommandResult submit_words(Session& session, const SubmitAsOptions& options, const GivenIds& ids) {
  std::vector<std::string> words = {"gpujob"};
  words.insert(words.end(), options.line.begin(), options.line.end());
  words.insert(words.begin() + 1, {std::string("--format"), std::string("json")});
  const auto line = parse_arguments(kSubmitCommand, split_at_dashes(words));
  if (!line) return line.failure();
  auto submitted = parse_submit(*line);
  if (!submitted) return submitted.failure();
  if (auto made = add_copies(session, options, *submitted); !made) return made.failure();
  submitted->purpose.ids = ids;
  return run_with<submit>(*submitted, session.world);
}

/// What 'gpujob retry' does, with the id that the other side gave; prints nothing on stdout.
Status retry_as(Session& session, const SubmitAsOptions& options, const GivenIds& ids) {
  if (!is_ulid(*options.retry) || !ids.array.empty()) {
    return Failure{ExitCode::Usage, "gpujob submit-as", "this is not the id of a run"};
  }
  const auto sent =
      retry_run(session, *options.retry, {ids.runs.front(), options.copy.value_or("")});
  return sent ? Status{} : Status{sent.failure()};
}

CommandResult run_submit_as(const SubmitAsOptions& options, Session& session) {
  World& world = session.world;
  const auto ids = read_ids(world, options);
  if (!ids) return ids.failure();
  const std::string& run_id = ids->runs.front();
  const auto lock = FileLock::acquire(world,
                                      {join_path(state_home(world), "submit-as"), run_id,
                                       format("run {}", run_id), "is sending it"},
                                      FileLock::OnWriteError::Fail);
  if (!lock) return lock.failure();
  if (is_held(world, session.runs, *ids)) return answer_for(world, session.runs, *ids);
  if (auto removed = remove_half_made(world, session.runs, *ids); !removed)
    return removed.failure();
  CommandResult sent = status_of(ExitCode::Done);
  if (!options.retry) {
    sent = submit_words(session, options, *ids);
    if (sent) return sent;
  } else if (auto again = retry_as(session, options, *ids); !again) {
    sent = again.failure();
  }
  if (sent) return say_what_it_is(world, session.runs, *ids);
  if (!is_held(world, session.runs, *ids)) {
    // What failed for another reason, such as a full disk, may be asked for again.
    (void)remove_half_made(world, session.runs, *ids);
    const ExitCode exit = sent.failure().exit;
    const bool refused =
        exit == ExitCode::Usage || exit == ExitCode::Invalid || exit == ExitCode::Scheduler;
    return refused ? say_refused(world, *ids, sent.failure()) : sent;
  }
  print_diagnostics(world, sent.failure().diagnostics);
  return say_what_it_is(world, session.runs, *ids);
}

}  // namespace

constinit const Command kSubmitAsCommand = {
    .name = "submit-as",
    .summary = "submit a run of this id, or tell what it is",
    .description = "For 'gpujob serve'. What stands after -- is a command line of 'gpujob submit'.",
    .examples = {},
    .arguments = kSubmitAsArguments,
    .option_sets = {kSubmitAsOptions},
    .run = run_command<parse_submit_as, run_submit_as>,
    .rest = Rest::Words,
};

}  // namespace gpujob
