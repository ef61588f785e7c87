// SPDX-License-Identifier: MIT
#include "command/where/live_place.h"

#include <algorithm>

#include "base/format.h"
#include "command/job/live_slurm.h"
#include "slurm/list_nodes.h"
#include "slurm/sbatch.h"

namespace gpujob {

void LivePlaces::warn(const Failure& failure) {
  for (Diagnostic one : failure.diagnostics) {
    one.severity = Severity::Warning;
    problems_.push_back(std::move(one));
  }
}

void LivePlaces::need_account(const Selection& site) {
  Diagnostic note{"",
                  Severity::Note,
                  full_name(site),
                  "the start was not asked",
                  "the site requires an account and none is configured",
                  format("'gpujob config set sites.{}.account PROJECT'", site.profile->center),
                  ""};
  const auto same = [&](const Diagnostic& one) { return one.line() == note.line(); };
  if (std::none_of(problems_.begin(), problems_.end(), same)) problems_.push_back(std::move(note));
}

const LivePlaces::Cluster& LivePlaces::cluster_of(const Selection& site) {
  const auto [entry, is_new] = clusters_.try_emplace(full_name(site));
  Cluster& cluster = entry->second;
  if (!is_new) return cluster;
  auto endpoint = endpoint_for(world_, data_files_, site, flags_, Need::Answers);
  if (!endpoint) {
    // That no Slurm of the site is here is the usual case; a silent one is worth a word.
    if (endpoint.failure().exit == ExitCode::Unknown) warn(endpoint.failure());
    return cluster;
  }
  cluster.endpoint = *std::move(endpoint);
  auto nodes = list_gpu_nodes(world_, *cluster.endpoint);
  if (nodes) {
    cluster.nodes = *std::move(nodes);
    cluster.has_nodes = true;
  } else {
    warn(nodes.failure());
  }
  return cluster;
}

void LivePlaces::add(const Job& job, PossiblePlace& place) {
  const Cluster& cluster = cluster_of(job.site);
  if (!cluster.endpoint) return;
  const JobPlan& plan = job.resolution.plan;
  if (cluster.has_nodes) place.stock = stock_of(job.site, place.gpu, plan.partition, cluster.nodes);
  if (plan.missing_account) return need_account(job.site);
  std::vector<std::string> argv = sbatch_arguments(*cluster.endpoint, plan.sbatch_arguments);
  argv.emplace_back("--test-only");
  const auto answer =
      call_sbatch(world_, *cluster.endpoint, argv, job.script, world_.working_directory());
  if (!answer) return warn(answer.failure());
  const SbatchVerdict verdict = classify_test_only(*answer);
  if (verdict.kind == SbatchVerdict::Kind::Accepted && verdict.starts) {
    const auto wait = std::chrono::duration<double>(*verdict.starts - world_.now()).count();
    place.starts_in = std::max(0.0, wait);
  } else if (verdict.kind == SbatchVerdict::Kind::Refused ||
             verdict.kind == SbatchVerdict::Kind::RefusedForNow) {
    place.refused = verdict.words;
  }
}

}  // namespace gpujob
