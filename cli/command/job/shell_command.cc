// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/settings.h"
#include "command/config/site_selection.h"
#include "command/job/job.h"
#include "command/job/job_text.h"
#include "command/job/request_options.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kShellExamples = {{
    {"gpujob shell --site SITE --gpu GPU", "the line that asks for an interactive session"},
    {"gpujob shell --site SITE --gpu GPU --run", "start it"},
}};
constexpr std::array<OptionSpec, 4> kShellOptions = {
    {sandbox_option,
     explain_option,
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
          format("ask the center and add it to a copy of {} in ~/.config/gpujob/profiles/sites",
                 site.profile->file)};
}

Result<Job> plan_session(World& world, DataFiles& data_files, const Configuration& configuration,
                         const Arguments& arguments, const Selection& site) {
  auto flags = read_request(arguments);
  if (!flags) return flags.failure();
  const Workload workload = session();
  auto request =
      complete_request(world, configuration, site, workload, *std::move(flags), Describe::FromFile);
  if (!request) return request.failure();
  request->backend = SourcedValue{"cpu", From::BuiltIn, "an interactive session"};
  auto job = make_job(data_files, site, workload, *request);
  // Whether the GPUs are used is up to who sits there.
  if (job) std::erase_if(job->diagnostics, [](const auto& one) { return one.code == "gp213"; });
  return job;
}

/// Slurm's command for an interactive session.
constexpr const char* slurms_own = "salloc";

/// What only a batch job has.
constexpr std::array<std::string_view, 2> batch_options = {"job-name", "no-requeue"};

/// `command` and the plan's options.
std::vector<std::string> session_line(std::vector<std::string> command, const JobPlan& plan) {
  std::vector<std::string> line = std::move(command);
  for (const PlannedOption& option : plan.options) {
    if (std::find(batch_options.begin(), batch_options.end(), option.option) !=
        batch_options.end()) {
      continue;
    }
    line.push_back(option_text(option));
  }
  return line;
}

/// What starts a session at an endpoint. Slurm's own command is the endpoint's; one that the center
/// made is not in a sandbox, which is said.
std::vector<std::string> command_at(World& world, const Endpoint& endpoint,
                                    std::vector<std::string> command) {
  const bool is_sandbox = endpoint.kind == EndpointKind::Sandbox;
  if (is_sandbox && command.front() != slurms_own) {
    world.err(
        format("note: '{}' is the center's own command; in sandbox '{}' {} stands in for it\n",
               command.front(), endpoint.sandbox, slurms_own));
    command = {slurms_own};
  }
  if (command.front() == slurms_own) command.front() = slurm_command(world, endpoint, slurms_own);
  return command;
}

CommandResult start_session(World& world, const DataFiles& data_files, const Arguments& arguments,
                            const Job& job) {
  const auto endpoint =
      endpoint_for(world, data_files, job.site, arguments.value("sandbox"), Need::Session);
  if (!endpoint) return endpoint.failure();
  if (endpoint->kind == EndpointKind::Sandbox && !arguments.has("sandbox")) {
    world.err(sandbox_note(world, *endpoint, "the session is in"));
  }
  const auto command = command_at(world, *endpoint, job.site.get().interactive->command);
  const auto status = world.run_interactive(session_line(command, job.resolution.plan),
                                            session_environment(world.environment(), *endpoint));
  if (!status) return status.failure();
  return *status;
}

CommandResult run_shell(const Arguments& arguments, World& world) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  DataFiles data_files(world, arguments.values("profile-path"));
  const auto site = select_site(world, data_files, *configuration, arguments);
  if (!site) return site.failure();
  if (!site->get().interactive) return undocumented(*site);
  const auto job = plan_session(world, data_files, *configuration, arguments, *site);
  if (!job) return job.failure();
  print_remarks(world, *job, arguments);

  if (arguments.has("sandbox") && !arguments.has("run")) {
    return Failure{ExitCode::Usage, "option '--sandbox'", "nothing is started",
                   "the printed line is for the center", "add --run, or leave it out"};
  }
  if (arguments.has("run")) return start_session(world, data_files, arguments, *job);
  const auto line = session_line(site->get().interactive->command, job->resolution.plan);
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
        "Prints the command; --run starts it, in a sandbox where there is no Slurm or where "
        "--sandbox asks for one. Its exit code is then that of the session. A site whose way is "
        "not "
        "documented is refused with exit code 3.",
    .examples = kShellExamples,
    .arguments = {},
    .option_sets = {place_options, kShellOptions},
    .run = run_shell,
};

}  // namespace gpujob
