// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "plan/resolve.h"
#include "plan/resolve_build.h"

namespace gpujob {

/// Everything that `resolve` looks at, made by hand: a test changes one thing and resolves.
struct Sample {
  SiteProfile profile;
  GpuCatalogue catalogue;
  Payload payload = Workload{};
  Request request;

  Workload& workload() { return std::get<Workload>(payload); }
  Cluster& cluster() { return profile.clusters.front(); }
  const Cluster& cluster() const { return profile.clusters.front(); }
  ResolveInput input() const { return {profile, cluster(), catalogue, payload}; }

  Sample& gpu(const std::string& word);
  Sample& backend(const std::string& name);
  Sample& partition(const std::string& name);

  Result<Resolution> resolve() const { return gpujob::resolve(request, input()); }
  Result<BuildResolution> resolve_build() const { return gpujob::resolve_build(request, input()); }
};

/// A cluster with features: l40s (nodes of 2 and of 6), v100, mi100; partition forbidden; account
/// required. Like Kebnekaise.
Sample feature_site();

/// Typed GPUs in a partition of their own beside the default one: l40s, t4. Like Pelle.
Sample typed_site();

/// Whole nodes of 8 mi250x, by partition alone; a partition is required. Like Dardel.
Sample whole_node_site();

/// Nodes of one t4, asked by task. Like Tetralith.
Sample task_site();

/// This machine: no scheduler, no GPU types.
Sample local_machine();

/// What the checks say of it, a line each; it has to be planned all the same.
std::vector<std::string> found(const Sample& sample);

/// "--gpus=1", "--no-requeue": the options of a plan as one would write them.
std::vector<std::string> directives(const std::vector<PlannedOption>& options);

/// The planned GPUs; empty if the plan has none.
PlannedGpu gpu_of(const JobPlan& plan);

/// The row of a subject, or an empty one.
Choice row(const Explanation& explanation, const std::string& subject);

}  // namespace gpujob
