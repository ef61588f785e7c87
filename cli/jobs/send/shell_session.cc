// SPDX-License-Identifier: MIT
#include "jobs/send/shell_session.h"

#include <algorithm>

#include "base/format.h"
#include "jobs/send/session_line.h"

namespace gpujob {

namespace {

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

Result<Job> plan_session(Session& session, const Request& flags, const Selection& site) {
  Work work{session_work()};
  auto request = complete_request(session, site, work, flags, Describe::FromFile);
  if (!request) return request.failure();
  request->backend = SourcedValue{"cpu", From::BuiltIn, "an interactive session"};
  auto job = make_job(session.data_files, site, work, *request);
  // Whether the GPUs are used is up to the user.
  if (job) std::erase_if(job->diagnostics, [](const auto& one) { return one.code == "gp213"; });
  return job;
}

/// How a session is asked for at an endpoint. A sandbox has Slurm's own commands, as they are
/// without a center's changes.
Interactive interactive_at(Listener& listener, const Endpoint& endpoint,
                           const Interactive& center) {
  if (endpoint.kind != EndpointKind::Sandbox) return center;
  if (center.command.front() != kSalloc) {
    listener.note(format("'{}' is the center's own command; sandbox '{}' uses {} instead",
                         center.command.front(), endpoint.sandbox, kSalloc));
  }
  return {{kSalloc}, LandsOn::Login, {}, center.origin};
}

}  // namespace

Result<ShellSession> plan_shell(Session& session, const JobRequest& request) {
  const auto site = session.site(request.place);
  if (!site) return site.failure();
  if (!site->get().interactive) return undocumented(*site);
  auto job = plan_session(session, request.flags, *site);
  if (!job) return job.failure();
  auto line = session_line(*site->get().interactive, job->resolution.plan);
  return ShellSession{*std::move(job), std::move(line)};
}

Result<int> start_shell(Session& session, const PlaceFlags& place, const ShellSession& shell) {
  World& world = session.world;
  const auto endpoint = session.endpoint(shell.job.site, place, Need::Session);
  if (!endpoint) return endpoint.failure();
  if (endpoint->kind == EndpointKind::Sandbox && !place.sandbox) {
    session.listener->note(sandbox_note(world, *endpoint, "the session is in"));
  }
  const Interactive interactive =
      interactive_at(*session.listener, *endpoint, *shell.job.site.get().interactive);
  auto line = session_line(interactive, shell.job.resolution.plan);
  for (std::string& word : line) {
    if (word == kSalloc || word == "srun") word = slurm_command(world, *endpoint, word);
  }
  return world.run_interactive(line, session_environment(world.environment(), *endpoint));
}

}  // namespace gpujob
