// SPDX-License-Identifier: MIT
#include "jobs/send/check_job.h"

#include "base/format.h"
#include "jobs/send/live_remarks.h"
#include "jobs/send/live_slurm.h"
#include "jobs/session/session.h"
#include "jobs/session/site_selection.h"
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

/// Is the batch at the site of the one before it?
bool is_same_site(const PlannedSweep& planned, std::size_t batch) {
  const auto site = [&](std::size_t index) {
    return full_name(planned.jobs.like(planned.batches[index].points.front()).site);
  };
  return batch > 0 && site(batch) == site(batch - 1);
}

Result<Endpoint> endpoint_to_ask(Session& session, const Selection& site, const PlaceFlags& place) {
  auto endpoint = session.endpoint(site, place, Need::Check);
  if (!endpoint || endpoint->kind != EndpointKind::Local) return endpoint;
  return Failure{ExitCode::Usage, "option '--check'",
                 format("{} has no scheduler", full_name(site)), "", "omit --check"};
}

}  // namespace

Status check_jobs(Session& session, const PlaceFlags& place, const PlannedSweep& planned,
                  const std::function<void(const TakenBatch&)>& on_taken) {
  const auto& batches = planned.batches;
  std::vector<Endpoint> endpoints;  // of the batches, in their order
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (is_same_site(planned, i)) {
      endpoints.push_back(endpoints.back());
      continue;
    }
    auto endpoint = endpoint_to_ask(session, planned.first_of(batches[i]).site, place);
    if (!endpoint) return endpoint.failure();
    endpoints.push_back(*std::move(endpoint));
  }
  Refusals refusals(planned.sweep);
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (session.world.interrupted() != 0) {
      return Failure{ExitCode::Failed, "gpujob submit",
                     format("interrupted by signal {}", session.world.interrupted()),
                     "nothing was sent"};
    }
    const Batch& batch = batches[i];
    const Job job = planned.first_of(batch);
    const std::string script = planned.script_of(batch);
    const auto words = ask(session, endpoints[i], job, script);
    if (words) {
      // What Slurm says of the first point holds for all of the site.
      if (!is_same_site(planned, i)) {
        session.listener->remark(
            live_remarks(session.world, endpoints[i], job.site, "job.sh", parsed(job, script)));
      }
      on_taken({batch, name_of(endpoints[i], job), endpoints[i].sandbox, *words});
      continue;
    }
    for (const std::size_t point : batch.points) refusals.add(point, words.failure());
    // A scheduler that is silent now is not asked again.
    if (words.failure().exit != ExitCode::Scheduler) break;
  }
  return refusals.empty() ? Status{} : refusals.all();
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
