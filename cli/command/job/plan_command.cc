// SPDX-License-Identifier: MIT
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/job/job_text.h"
#include "command/job/request_options.h"
#include "jobs/sweep/job_series.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kPlanExamples = {{
    {"gpujob plan integrate2d --site SITE --gpu GPU", "what would run there"},
    {"gpujob plan integrate2d --site SITE --gpu GPU:2 --explain",
     "and where each value comes from"},
    {"gpujob plan integrate2d --site SITE --gpu GPU -- --mail-type=END",
     "with an option of your own for sbatch"},
}};

CommandResult run_plan(const JobOptions& options, Session& session) {
  World& world = session.world;
  const auto job = prepare_job(session, options.request, {});
  if (!job) return job.failure();
  if (options.json) {
    world.out(dump_json(job_json("planned", *job, options.explain)));
  } else {
    world.out(plan_text(job->resolution, world.out_screen()));
    if (options.explain == Explain::Yes) {
      world.out("\n" + explanation_text(job->resolution.explanation, world.out_screen()));
    }
  }
  print_diagnostics(world, job->diagnostics);
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kPlanCommand = {
    .name = "plan",
    .summary = "show the job that would be submitted, and why",
    .description =
        "Nothing is written and no scheduler is asked. A plan with errors ends with exit code "
        "3; warnings and notes go to stderr.",
    .examples = kPlanExamples,
    .arguments = kRequestArguments,
    .option_sets = {kPlaceOptions, kWorkOptions, kOwnOptions, kStartOptions, kJsonFormatOptions},
    .run = run_command<parse_job, run_plan>,
    .rest = Rest::Sbatch,
};

}  // namespace gpujob
