// SPDX-License-Identifier: MIT
#include "jobs/sweep/queue_limits.h"

#include <algorithm>
#include <limits>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "jobs/session/site_selection.h"
#include "profile/job_limits.h"

// The check of a script knows the tasks of its array; only a sweep knows how many jobs it makes. A
// limit that is not the center's own word refuses nothing.

namespace gpujob {

namespace {

std::string option_of(const JobPlan& plan, std::string_view name) {
  for (const PlannedOption& one : plan.options)
    if (one.option == name && one.value) return *one.value;
  return "";
}

/// Those that limit how many jobs such as this one are in the queue.
std::vector<LimitRule> rules_for(const JobPlan& plan, const Cluster& cluster) {
  const Partition* partition =
      plan.partition.empty() ? cluster.default_partition() : cluster.find_partition(plan.partition);
  JobSize size;
  size.nodes = {plan.nodes, plan.nodes};
  const int gpus = plan.gpu ? plan.gpu->total : 0;
  size.gpus = {gpus, gpus};
  size.qos = option_of(plan, "qos");
  size.jobs = std::numeric_limits<long long>::max();
  std::vector<LimitRule> rules = broken_limits(cluster, partition, size);
  std::erase_if(rules, [](const LimitRule& one) { return one.measure != JobMeasure::Submitted; });
  return rules;
}

}  // namespace

Status check_queue_limits(const PointJobs& jobs) {
  if (jobs.size() < 2 || jobs.like(0).resolution.plan.executor != Executor::Slurm) return {};
  std::vector<long long> alike(jobs.pattern_count());
  for (std::size_t i = 0; i < jobs.size(); ++i) ++alike[jobs.pattern_of(i)];
  std::map<const JobLimit*, long long> sent;
  for (std::size_t i = 0; i < alike.size(); ++i) {
    const Job& job = jobs.pattern(i);
    const Cluster& cluster = job.site.get();
    if (cluster.mark != Mark::D) continue;
    for (const LimitRule& rule : rules_for(job.resolution.plan, cluster)) {
      long long& count = sent[rule.limit];
      count += alike[i];
      if (count <= rule.most) continue;
      return Failure(ExitCode::Invalid, full_name(job.site),
                     format("{} are sent together", count_of(jobs.size(), "job")), rule.why,
                     rule.fix);
    }
  }
  return {};
}

}  // namespace gpujob
