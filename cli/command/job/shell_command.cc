// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/job/job.h"
#include "command/job/job_text.h"
#include "command/job/request_options.h"
#include "jobs/session.h"
#include "jobs/session_line.h"
#include "jobs/settings.h"
#include "jobs/site_selection.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kShellExamples = {{
    {"gpujob shell --site SITE --gpu GPU", "print the command that starts an interactive session"},
    {"gpujob shell --site SITE --gpu GPU --run", "run that command"},
}};
constexpr std::array<OptionSpec, 5> kShellOptions = {
    {kHereOption,
     kSandboxOption,
     kExplainOption,
     {.name = "run", .help = "run the command instead of printing it", .group = "Output"},
     kJsonFormatOption}};

/// An interactive session as the planner sees it: CPU work beside the GPUs, for half an hour (the
/// estimate with its margin) unless --time is given.
Workload session_work() {
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
            "start the program directly"};
  }
  return {ExitCode::Invalid, where, "how to ask for an interactive session is not documented",
          format("{} has no 'interactive'", site.profile->file),
          format("ask the center and add it to {}", file_to_complete(*site.profile))};
}

Result<Job> plan_session(Session& session, const Arguments& arguments, const Selection& site) {
  auto flags = read_request(arguments);
  if (!flags) return flags.failure();
  const Workload workload = session_work();
  auto request = complete_request(session, site, workload, *std::move(flags), Describe::FromFile);
  if (!request) return request.failure();
  request->backend = SourcedValue{"cpu", From::BuiltIn, "an interactive session"};
  auto job = make_job(session.data_files, site, workload, *request);
  // Whether the GPUs are used is up to the user.
  if (job) std::erase_if(job->diagnostics, [](const auto& one) { return one.code == "gp213"; });
  return job;
}

/// How a session is asked for at an endpoint. A sandbox has Slurm's own commands, as they are
/// without a center's changes.
Interactive interactive_at(World& world, const Endpoint& endpoint, const Interactive& center) {
  if (endpoint.kind != EndpointKind::Sandbox) return center;
  if (center.command.front() != kSalloc) {
    world.err(format("note: '{}' is the center's own command; sandbox '{}' uses {} instead\n",
                     center.command.front(), endpoint.sandbox, kSalloc));
  }
  return {{kSalloc}, LandsOn::Login, {}, center.origin};
}

CommandResult start_session(Session& session, const Arguments& arguments, const Job& job) {
  const auto endpoint = session.endpoint(job.site, place_flags(arguments), Need::Session);
  if (!endpoint) return endpoint.failure();
  if (endpoint->kind == EndpointKind::Sandbox && !arguments.has("sandbox")) {
    session.world.err(sandbox_note(session.world, *endpoint, "the session is in"));
  }
  const Interactive interactive =
      interactive_at(session.world, *endpoint, *job.site.get().interactive);
  auto line = session_line(interactive, job.resolution.plan);
  for (std::string& word : line) {
    if (word == kSalloc || word == "srun") word = slurm_command(session.world, *endpoint, word);
  }
  const auto status = session.world.run_interactive(
      line, session_environment(session.world.environment(), *endpoint));
  if (!status) return status.failure();
  return *status;
}

CommandResult run_shell(const Arguments& arguments, World& world) {
  auto session = open_session(world, arguments);
  if (!session) return session.failure();
  const auto site = session->site(place_flags(arguments));
  if (!site) return site.failure();
  if (!site->get().interactive) return undocumented(*site);
  const auto job = plan_session(*session, arguments, *site);
  if (!job) return job.failure();
  print_remarks(world, *job, arguments);

  if (arguments.has("sandbox") && !arguments.has("run")) {
    return Failure{ExitCode::Usage, "option '--sandbox'", "the command is only printed",
                   "it is for the center", "add --run, or omit --sandbox"};
  }
  if (arguments.has("run")) return start_session(*session, arguments, *job);
  const auto line = session_line(*site->get().interactive, job->resolution.plan);
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

constinit const Command kShellCommand = {
    .name = "shell",
    .summary = "an interactive session on a GPU, the way the site wants it",
    .description =
        "Prints the command; --run runs it, in a sandbox if --sandbox is given or this machine has "
        "no Slurm. Where the center's salloc leaves its shell on the login node, or nothing is "
        "known of it, srun --pty brings the shell onto the node. The exit code is then that of the "
        "session. A site that documents no interactive "
        "sessions is refused with exit code 3.",
    .examples = kShellExamples,
    .arguments = {},
    .option_sets = {kPlaceOptions, kShellOptions},
    .run = run_shell,
};

}  // namespace gpujob
