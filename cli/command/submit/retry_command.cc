// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/index_list.h"
#include "base/json_value.h"
#include "base/ulid.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/runs/run_text.h"
#include "command/submit/sent_runs.h"
#include "jobs/send/send_again.h"

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

struct RetryOptions : CommonOptions {
  bool parsable = false;  ///< print the id alone
};

RetryOptions parse_retry(const Arguments& arguments) {
  return {parse_common(arguments), arguments.has("parsable")};
}

CommandResult run_retry(const RetryOptions& options, Session& session) {
  World& world = session.world;
  const auto sent = retry_run(session, options.words[0], {make_ulid(world), {}});
  if (!sent) return sent.failure();
  if (options.json) {
    Json document = json_document("submitted");
    document.update(run_json(sent->run));
    world.out(dump_json(document));
  } else if (options.parsable) {
    world.out(sent->run.id + "\n");
  } else {
    world.out(sent_text(PlannedSweep{}, Batch{{0}, "", ""}, sent->run));
    std::vector<int> tasks;
    for (const TaskRecord& task : sent->run.tasks) tasks.push_back(task.index);
    world.err(format("note: it is run {} again{}\n", sent->old,
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
    .run = run_command<parse_retry, run_retry>,
};

}  // namespace gpujob
