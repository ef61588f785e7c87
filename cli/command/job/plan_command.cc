// SPDX-License-Identifier: MIT
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
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

CommandResult run_plan(const Arguments& arguments, World& world) {
  auto session = open_session(world, arguments);
  if (!session) return session.failure();
  const auto request = read_request(arguments);
  if (!request) return request.failure();
  const auto job = prepare_job(*session, *request, {});
  if (!job) return job.failure();
  if (wants_json(arguments)) {
    world.out(dump_json(job_json("planned", *job, explain_of(arguments))));
  } else {
    world.out(plan_text(job->resolution, world.out_screen()));
    if (arguments.has("explain")) {
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
    .run = run_plan,
    .rest = Rest::Sbatch,
};

}  // namespace gpujob
