// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "command/job.h"
#include "command/job_text.h"
#include "command/output.h"
#include "command/place.h"
#include "command/request_options.h"
#include "command/rows.h"
#include "command/settings.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> examples = {{
    {"gpujob shell --site SITE --gpu GPU", "the line that asks for an interactive session"},
    {"gpujob shell --site SITE --gpu GPU --run", "start it"},
}};
constexpr std::array<OptionSpec, 3> options = {
    {explain_option,
     {.name = "run", .help = "start the session instead of printing its line", .group = "Output"},
     json_format_option}};

/// What an interactive session is to the planner: something on CPUs beside the GPUs, for half an
/// hour (the estimate and its margin) unless --time says otherwise.
Workload session() {
  Workload workload;
  workload.name = "shell";
  workload.variants = {{"shell", 'P', ""}};
  workload.default_variant = "shell";
  workload.backends = {"cpu"};
  workload.precisions = {"float32"};
  workload.default_precision = "float32";
  workload.time_estimate = "1450";
  return workload;
}

Failure undocumented(const Selection& site) {
  const std::string where = format("site '{}'", site_name(*site.profile, site.get()));
  if (site.get().scheduler == Scheduler::None) {
    return {ExitCode::Invalid, where, "no interactive sessions", "it has no scheduler",
            "just start the program"};
  }
  return {ExitCode::Invalid, where, "how to ask for an interactive session is not documented",
          format("{} has no 'interactive'", site.profile->file),
          "ask the center and add it to the profile"};
}

Result<Job> plan_session(World& world, Library& library, const Configuration& configuration,
                         const Arguments& arguments, const Selection& site) {
  auto flags = read_request(arguments);
  if (!flags) return flags.failure();
  const Workload workload = session();
  auto request =
      complete_request(world, configuration, site, workload, *std::move(flags), Describe::FromFile);
  if (!request) return request.failure();
  request->backend = Setting{"cpu", From::BuiltIn, "an interactive session"};
  auto job = make_job(library, site, workload, *request);
  // Whether the GPUs are used is up to who sits there.
  if (job) std::erase_if(job->diagnostics, [](const auto& one) { return one.code == "gp213"; });
  return job;
}

/// What only a batch job has.
constexpr std::array<std::string_view, 2> batch_options = {"job-name", "no-requeue"};

/// The site's command and the plan's options.
std::vector<std::string> session_line(const Cluster& cluster, const JobPlan& plan) {
  std::vector<std::string> line = cluster.interactive->command;
  for (const PlannedOption& option : plan.options) {
    if (std::find(batch_options.begin(), batch_options.end(), option.option) !=
        batch_options.end()) {
      continue;
    }
    line.push_back(option_text(option));
  }
  return line;
}

CommandResult run(const Arguments& arguments, World& world) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  Library library(world, arguments.values("profile-path"));
  const auto site = site_of(world, library, *configuration, arguments);
  if (!site) return site.failure();
  if (!site->get().interactive) return undocumented(*site);
  const auto job = plan_session(world, library, *configuration, arguments, *site);
  if (!job) return job.failure();
  print_remarks(world, *job, arguments);

  const std::vector<std::string> line = session_line(site->get(), job->resolution.plan);
  if (arguments.has("run")) {
    if (auto here = endpoint_for(world, library, *site, std::nullopt); !here) return here.failure();
    auto status = world.run_interactive(line);
    if (!status) return status.failure();
    return *status;
  }
  if (wants_json(arguments)) {
    Json document = json_document("shell");
    document["argv"] = line;
    world.out(dump_json(document));
  } else {
    world.out(command_line_text(line) + "\n");
  }
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command shell_command = {
    .name = "shell",
    .summary = "an interactive session on a GPU, as the site asks for it",
    .description =
        "Prints the command; --run starts it. A site whose way is not documented is "
        "refused with exit code 3.",
    .examples = examples,
    .arguments = {},
    .option_sets = {place_options, options},
    .run = run,
};

}  // namespace gpujob
