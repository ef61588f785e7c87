// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/index_list.h"
#include "base/json_value.h"
#include "base/ulid.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/runs/run_text.h"
#include "command/submit/sent_runs.h"
#include "jobs/send/send_again.h"
#include "jobs/session/session.h"
#include "run/retry.h"
#include "run/watch.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kRetryExamples = {{
    {"gpujob retry last", "send the newest run again, which failed"},
    {"gpujob wait $(gpujob retry last --parsable)", "and wait for it"},
}};
constexpr std::array<ArgumentSpec, 1> kRetryArguments = {
    {{"RUN", "an id, a unique piece of one, last or last~N", Completes::Run}}};
constexpr std::array<OptionSpec, 2> kRetryOptions = {
    {{.name = "parsable", .help = "print the run's id alone", .group = "Output"},
     kJsonFormatOption}};

CommandResult run_retry(const Arguments& arguments, World& world) {
  auto session = open_session(world, arguments);
  if (!session) return session.failure();
  auto group = session->runs.find_one(arguments.positional()[0]);
  if (!group) return group.failure();
  print_diagnostics(world, refresh(world, *group->store, group->runs));
  const RunRecord& old = group->runs[0];
  if (auto fit = check_retry(world, *group->store, old); !fit) return fit.failure();
  const std::string gone = why_gone(world, old.endpoint);
  if (!gone.empty()) {
    return Failure(ExitCode::Scheduler, format("run {}", old.id), "cannot be sent again", gone,
                   "'gpujob submit' makes a new run");
  }
  const auto sent = send_again(*session, *group->store, old, {make_ulid(world), {}});
  const auto newest = session->runs.newest_run();
  if (newest && newest->first != nullptr && newest->second != old.id) {
    if (auto record = newest->first->load(newest->second)) {
      session->runs.update_index({{newest->first, {*std::move(record)}}});
    }
  }
  if (!sent) return sent.failure();
  if (wants_json(arguments)) {
    Json document = json_document("submitted");
    document.update(run_json(*sent));
    world.out(dump_json(document));
  } else if (arguments.has("parsable")) {
    world.out(sent->id + "\n");
  } else {
    world.out(sent_text(PlannedSweep{}, Batch{{0}, "", ""}, *sent));
    std::vector<int> tasks;
    for (const TaskRecord& task : sent->tasks) tasks.push_back(task.index);
    world.err(format("note: it is run {} again{}\n", old.id,
                     tasks.empty() ? "" : format(", tasks {}", index_list_text(tasks))));
  }
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kRetryCommand = {
    .name = "retry",
    .summary = "send a run that failed again, as a new run",
    .description =
        "The new run has the plan of the old one, its script byte for byte, its name and its tags, "
        "and goes to the same place. A run is sent again once: should the new one fail too, retry "
        "that. A run that is done or not over is refused with exit code 2. Of a job array the "
        "tasks "
        "that are not done are sent again, alone and under their own indices.",
    .examples = kRetryExamples,
    .arguments = kRetryArguments,
    .option_sets = {kRetryOptions},
    .run = run_retry,
};

}  // namespace gpujob
