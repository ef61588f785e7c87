// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jobs/request/job.h"
#include "jobs/request/possible_place.h"
#include "jobs/session/data_files.h"
#include "jobs/session/session.h"
#include "plan/gpu_choice.h"
#include "slurm/endpoint.h"

namespace gpujob {

/// What is to run, and on which GPUs.
struct Wish {
  Work work;
  std::vector<GpuWord> gpus;  ///< empty: on any
  const GpuCatalogue* models = nullptr;
  Request flags;
};

/// What a request wants to run: a workload, a job of the user's own or, where it names a GPU
/// or nothing, a short job. Fails with ExitCode::Usage for a word that is nothing of that, and for
/// a GPU that none of `sites` has.
Result<Wish> read_wish(Session& session, const std::vector<Selection>& sites,
                       const JobRequest& request);

/// The GPUs to try at a cluster: for the word of a model, its slices too. A script says itself what
/// it wants, unless --gpu does.
std::vector<std::optional<SourcedValue>> gpus_to_try(const Wish& wish, const Cluster& cluster);

/// What is to be planned for one site.
struct SiteWish {
  Selection site;
  Work work;
  Request request;
};

/// For one GPU of `gpus_to_try`. Without an account where one is required, it gets that of the
/// sandbox that `endpoint` is.
Result<SiteWish> wish_at(Session& session, const Selection& site, const Wish& wish,
                         const std::optional<SourcedValue>& gpu,
                         const std::optional<Endpoint>& endpoint);

/// The job as `gpujob submit` would make it.
Result<Job> wished_job(Session& session, const Selection& site, const Wish& wish,
                       const std::optional<SourcedValue>& gpu,
                       const std::optional<Endpoint>& endpoint);

/// A place at the site of which nothing is known but the state of its cluster.
PossiblePlace place_at(const Selection& site, const std::string& today);

/// The first error, without the site's name, which stands beside it.
std::string reason_of(const Failure& failure);

}  // namespace gpujob
