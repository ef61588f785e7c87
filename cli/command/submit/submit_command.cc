// SPDX-License-Identifier: MIT
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/job/request_options.h"
#include "command/submit/check_job.h"
#include "command/submit/dry_run.h"
#include "command/submit/send_jobs.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 5> kSubmitExamples = {{
    {"gpujob submit integrate2d --site SITE --gpu GPU --dry-run",
     "the script and the command that would send it; nothing is touched"},
    {"gpujob submit integrate2d --site SITE --gpu GPU", "send it"},
    {"gpujob submit integrate2d --site SITE --gpu GPU --size small --repeat 3",
     "a small problem, three launches in one job"},
    {"gpujob submit matmul --site SITE --gpu GPU --sweep n=1024,2048 --sweep "
     "precision=float32,float64",
     "a sweep: four jobs, one for each combination"},
    {"gpujob submit integrate2d --site local", "run it on this machine, without a scheduler"},
}};
constexpr std::array<OptionSpec, 5> kSubmitOptions = {
    {{.name = "sweep",
      .value = "KEY=V1,V2,...",
      .help = "a job for each value, of several for each combination, the last key fastest",
      .completes = Completes::Sweep,
      .repeat = Repeat::Yes,
      .group = "Work"},
     sandbox_option,
     {.name = "check",
      .help = "ask the scheduler or the sandbox whether it would take the job; send nothing",
      .group = "Output"},
     {.name = "dry-run",
      .help = "print the script and the sbatch command, touch nothing",
      .group = "Output"},
     json_format_option}};

CommandResult run_submit(const Arguments& arguments, World& world) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  DataFiles data_files(world, arguments.values("profile-path"));
  const bool dry = arguments.has("dry-run"), check = arguments.has("check");
  if (dry && check) {
    return Failure{ExitCode::Usage, "option '--check'", "cannot stand beside --dry-run",
                   "one asks the scheduler, the other asks nobody", "leave one out"};
  }
  JobPurpose purpose{.describe = Describe::MayRun, .kind = JobKind::Sent};
  if (dry) purpose = {};
  if (check) purpose = {.kind = JobKind::Checked};
  const auto planned = plan_sweep(world, data_files, *configuration, arguments, purpose);
  if (!planned) return planned.failure();
  if (dry) return show_jobs(world, arguments, *planned);
  if (check) return check_jobs(world, data_files, arguments, *planned);
  return send_jobs(world, data_files, *configuration, arguments, *planned);
}

}  // namespace

constinit const Command submit_command = {
    .name = "submit",
    .summary = "send a job, once",
    .description =
        "Plans, renders and checks first: an error refuses with exit code 3 before anything is "
        "sent. What is sent is on disk before sbatch is called. If sbatch gives no clear answer, "
        "the exit code is 5 and nothing is sent again. A program that is missing is built with the "
        "center's toolchain unless --build never: on the login node before the job is sent, or, "
        "where the profile says so, first in the job. For a sandbox it is the CPU program that "
        "stands in for it, built on this machine.\n\n"
        "A KEY of --sweep is a parameter of the workload, or variant, precision, size, gpus, gpu, "
        "nodes or backend; a point of the sweep is a job with the flags that say the same. All "
        "points are checked before the first is sent, and an error in one refuses all. A refusal "
        "by the scheduler, an unclear answer or Ctrl-C stops, and says how to go on. Without a "
        "scheduler each run is over before the next is started.",
    .examples = kSubmitExamples,
    .arguments = request_arguments,
    .option_sets = {place_options, work_options, kSubmitOptions},
    .run = run_submit,
    .rest = Rest::Sbatch,
};

}  // namespace gpujob
