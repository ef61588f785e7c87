// SPDX-License-Identifier: MIT
#include "jobs/where/live_place.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "jobs/send/live_slurm.h"
#include "slurm/list_nodes.h"
#include "slurm/sbatch.h"

namespace gpujob {

void LivePlaces::add_problem(Diagnostic one) {
  const auto same = [&](const Diagnostic& other) { return other.line() == one.line(); };
  if (std::none_of(problems_.begin(), problems_.end(), same)) problems_.push_back(std::move(one));
}

void LivePlaces::warn(const Failure& failure) {
  for (Diagnostic one : failure.diagnostics) {
    one.severity = Severity::Warning;
    add_problem(std::move(one));
  }
}

void LivePlaces::need_account(const Selection& site) {
  add_problem({"", Severity::Note, full_name(site), "the start was not asked",
               "the site requires an account and none is configured",
               format("'gpujob config set sites.{}.account PROJECT'", site.profile->center), ""});
}

namespace {

/// Jobs get there with --clusters, but sinfo tells of its own cluster alone.
bool is_listed_elsewhere(const Cluster& cluster, const Endpoint& endpoint) {
  return cluster.needs_clusters_option && endpoint.kind == EndpointKind::Slurm &&
         endpoint.cluster_name != cluster.match.cluster_name;
}

}  // namespace

Result<Endpoint> LivePlaces::endpoint_of(const Selection& site) {
  if (flags_.sandbox) return session_.endpoint(site, flags_, need_);
  if (!around_) {
    auto around = read_host_environment(session_.world, session_.data_files);
    if (!around) return around.failure();
    around_ = *std::move(around);
  }
  return endpoint_for(session_.world, site, flags_, need_, *around_);
}

const LivePlaces::Asked& LivePlaces::ask(const Selection& site) {
  const auto [entry, is_new] = clusters_.try_emplace(full_name(site));
  Asked& asked = entry->second;
  if (!is_new) return asked;
  auto endpoint = endpoint_of(site);
  if (!endpoint) {
    asked.why = endpoint.failure();
    return asked;
  }
  asked.endpoint = *std::move(endpoint);
  if (asked.endpoint->kind == EndpointKind::Ssh) return asked;
  if (is_listed_elsewhere(site.get(), *asked.endpoint)) {
    asked.why = Failure{ExitCode::Usage, full_name(site), "this Slurm lists another cluster"};
    return asked;
  }
  auto nodes = list_nodes(session_.world, *asked.endpoint);
  if (nodes) {
    asked.nodes = *std::move(nodes);
    asked.has_nodes = true;
  } else {
    warn(nodes.failure());
    asked.why = nodes.failure();
  }
  return asked;
}

void LivePlaces::add(const Job& job, PossiblePlace& place) {
  const Asked& asked = ask(job.site);
  // That no Slurm of the site is here is the usual case; a silent one is worth a word.
  if (!asked.endpoint && asked.why.exit == ExitCode::Unknown) warn(asked.why);
  if (!asked.endpoint) return;
  if (asked.has_nodes)
    place.stock = stock_of(job.site, place.gpu, job.resolution.plan.partition, asked.nodes);
  const bool is_asked = place.chosen || job.resolution.plan.missing_account;  // or told why not
  if (is_asked || other_starts_++ < kMostOtherStarts) add_start(job, place);
}

void LivePlaces::note_not_asked() {
  if (other_starts_ <= kMostOtherStarts) return;
  add_problem({"", Severity::Note, "",
               format("the start in {} was not asked",
                      count_of(other_starts_ - kMostOtherStarts, "further place")),
               format("each is a question to the controller; {} are asked", kMostOtherStarts),
               "--gpu, --partition and --qos leave fewer places", ""});
}

void LivePlaces::note_other_slurm() {
  if (!around_ || around_->slurm.presence != SlurmPresence::Ready) return;
  const bool is_asked = std::any_of(clusters_.begin(), clusters_.end(), [](const auto& entry) {
    return entry.second.endpoint.has_value();
  });
  if (is_asked) return;
  add_problem(
      {"", Severity::Note, "", "free GPUs and the start are not known",
       format("the Slurm of this machine is cluster '{}'", printable(around_->slurm.cluster_name)),
       "ask on a login node of the center", ""});
}

void LivePlaces::add_start(const Job& job, PossiblePlace& place) {
  const Endpoint& endpoint = *ask(job.site).endpoint;
  const JobPlan& plan = job.resolution.plan;
  if (plan.missing_account) return need_account(job.site);
  std::vector<std::string> argv = sbatch_arguments(endpoint, plan.sbatch_arguments);
  argv.emplace_back("--test-only");
  if (!asked_first_) asked_first_ = session_.world.now();
  const auto answer =
      call_sbatch(session_.world, endpoint, argv, job.script, session_.world.working_directory());
  if (!answer) return warn(answer.failure());
  const SbatchVerdict verdict = classify_test_only(*answer);
  if (verdict.kind == SbatchVerdict::Kind::Accepted && verdict.starts) {
    // From one moment on for all: the same start is the same number.
    const bool is_now = *verdict.starts <= session_.world.now();
    const std::chrono::duration<double> wait = *verdict.starts - *asked_first_;
    place.starts_in = is_now ? 0 : std::max(0.0, wait.count());
  } else if (verdict.kind == SbatchVerdict::Kind::Refused ||
             verdict.kind == SbatchVerdict::Kind::RefusedForNow) {
    place.refused = verdict.words;
  }
}

}  // namespace gpujob
