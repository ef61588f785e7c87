// SPDX-License-Identifier: MIT
#include "command/submit/check_job.h"

#include "base/format.h"
#include "base/json_value.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/job/job_text.h"
#include "command/job/live_slurm.h"
#include "jobs/session.h"
#include "jobs/site_selection.h"
#include "script/parse.h"
#include "slurm/sbatch.h"

namespace gpujob {

namespace {

std::string name_of(const Endpoint& endpoint, const Job& job) {
  return endpoint.sandbox.empty() ? full_name(job.site) : format("sandbox '{}'", endpoint.sandbox);
}

/// `words` without --quiet, which would suppress sbatch's answer.
std::vector<std::string> without_quiet(std::vector<std::string> words) {
  std::erase_if(words, [](const std::string& word) {
    const auto options = parse_options({word});
    return options && options->size() == 1 && options->front().option == "quiet";
  });
  return words;
}

/// The scheduler's answer if it would accept the job.
Result<std::string> ask(Session& session, const Endpoint& endpoint, const Job& job,
                        const std::string& script) {
  std::vector<std::string> argv =
      sbatch_arguments(endpoint, without_quiet(job.resolution.plan.sbatch_arguments));
  argv.emplace_back("--test-only");
  const auto answer =
      call_sbatch(session.world, endpoint, argv, script, session.world.working_directory());
  if (!answer) return answer.failure();
  const SbatchVerdict verdict = classify_test_only(*answer);
  switch (verdict.kind) {
    case SbatchVerdict::Kind::Accepted:
      return verdict.words;
    case SbatchVerdict::Kind::Refused:
    case SbatchVerdict::Kind::RefusedForNow:
      return Failure{ExitCode::Scheduler,
                     refusal_causes(session.data_files, job.site, parsed(job, script), "job.sh",
                                    verdict.words)};
    case SbatchVerdict::Kind::Unknown:
      break;
  }
  return Failure{ExitCode::Unknown, name_of(endpoint, job), "sbatch gave no clear answer",
                 verdict.words, "try again in a minute; nothing was submitted"};
}

Json check_json(const Arguments& arguments, const Endpoint& endpoint, const Job& job,
                const std::string& words) {
  Json document = job_json("check", job, arguments);
  document["sandbox"] = endpoint.sandbox.empty() ? Json(nullptr) : Json(endpoint.sandbox);
  document["answer"] = words;
  return document;
}

/// Is the batch at the site of the one before it?
bool is_same_site(const PlannedSweep& planned, std::size_t batch) {
  const auto site = [&](std::size_t index) {
    return full_name(planned.jobs.like(planned.batches[index].points.front()).site);
  };
  return batch > 0 && site(batch) == site(batch - 1);
}

Result<Endpoint> endpoint_to_ask(Session& session, const Selection& site,
                                 const Arguments& arguments) {
  auto endpoint = session.endpoint(site, place_flags(arguments), Need::Check);
  if (!endpoint || endpoint->kind != EndpointKind::Local) return endpoint;
  return Failure{ExitCode::Usage, "option '--check'",
                 format("{} has no scheduler", full_name(site)), "", "omit --check"};
}

}  // namespace

CommandResult check_jobs(Session& session, const Arguments& arguments,
                         const PlannedSweep& planned) {
  print_remarks(session.world, planned, arguments);
  const auto& batches = planned.batches;
  std::vector<Endpoint> endpoints;  // of the batches, in their order
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (is_same_site(planned, i)) {
      endpoints.push_back(endpoints.back());
      continue;
    }
    auto endpoint = endpoint_to_ask(session, planned.first_of(batches[i]).site, arguments);
    if (!endpoint) return endpoint.failure();
    endpoints.push_back(*std::move(endpoint));
  }
  Refusals refusals(planned.sweep);
  std::vector<Json> taken(planned.jobs.size());
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (session.world.interrupted() != 0) {
      return Failure{ExitCode::Failed, "gpujob submit",
                     format("interrupted by signal {}", session.world.interrupted()),
                     "nothing was sent"};
    }
    const Batch& batch = batches[i];
    const Job job = planned.first_of(batch);
    const std::string script = planned.script_of(batch);
    const Endpoint& endpoint = endpoints[i];
    const auto words = ask(session, endpoint, job, script);
    // What Slurm says of the first point holds for all of the site.
    if (words && !is_same_site(planned, i)) {
      print_diagnostics(session.world, live_remarks(session.world, endpoint, job.site, "job.sh",
                                                    parsed(job, script)));
    }
    if (!words) {
      for (const std::size_t point : batch.points) refusals.add(point, words.failure());
      // A scheduler that is silent now is not asked again.
      if (words.failure().exit != ExitCode::Scheduler) break;
    } else if (wants_json(arguments)) {
      for (const std::size_t point : batch.points) {
        taken[point] = check_json(arguments, endpoint, planned.jobs.at(point), *words);
      }
    } else {
      const std::string points = points_text(planned.sweep, batch.points);
      session.world.out(format(
          "{}{}{} would accept the {}: {}\n", points, points.empty() ? "" : ": ",
          name_of(endpoint, job),
          batch.is_array() ? format("array of {} jobs", batch.points.size()) : "job", *words));
    }
  }
  if (!refusals.empty()) return refusals.all();
  if (wants_json(arguments))
    session.world.out(dump_json(points_json("check", planned, std::move(taken))));
  return status_of(ExitCode::Done);
}

Failure explained(DataFiles& data_files, const PlannedSweep& planned, const Batch& batch,
                  Failure refused) {
  if (refused.exit != ExitCode::Scheduler || refused.diagnostics.empty()) return refused;
  const Job job = planned.first_of(batch);
  Diagnostics found = refusal_causes(data_files, job.site, parsed(job, planned.script_of(batch)),
                                     "job.sh", refused.diagnostics.front().why);
  Diagnostic& first = refused.diagnostics.front();
  if (first.fix.empty()) first.fix = found.front().fix;
  refused.diagnostics.insert(refused.diagnostics.end(), found.begin() + 1, found.end());
  return refused;
}

}  // namespace gpujob
