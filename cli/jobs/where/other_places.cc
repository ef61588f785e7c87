// SPDX-License-Identifier: MIT
#include "jobs/where/other_places.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/text.h"
#include "plan/gpu_choice.h"
#include "profile/job_limits.h"

namespace gpujob {

namespace {

/// Named for this job, not a setting that other words win over.
bool is_named(const std::optional<SourcedValue>& setting) {
  return setting && (setting->from == From::Flag || setting->from == From::Script);
}

bool may_name(const Cluster& cluster, const char* option) {
  const DirectiveRule* rule = cluster.find_rule(option);
  return rule == nullptr || rule->use != Use::Forbidden;
}

std::string gpu_of_wish(const SiteWish& wish, const Job* own) {
  if (own != nullptr) return own->resolution.plan.gpu ? own->resolution.plan.gpu->key : "";
  if (!wish.request.gpu) return "";
  const auto word = read_gpu_word(wish.request.gpu->value, "");
  return word ? word->key : "";
}

/// Partitions that have the GPUs and are for such jobs.
std::vector<std::string> partitions_with(const Cluster& cluster, const std::string& gpu) {
  std::vector<std::string> names;
  const auto shapes = cluster.shapes_with(gpu);
  for (const Partition& partition : cluster.partitions) {
    const bool has_it = std::any_of(shapes.begin(), shapes.end(), [&](const NodeShape* shape) {
      return contains(shape->partitions, partition.name);
    });
    if (has_it && takes_gpus(partition)) names.push_back(partition.name);
  }
  return names;
}

/// On a cluster that the center does not describe itself the planner only warns of limits.
bool is_taken(const Job& job, const JobPlace& place) {
  const Cluster& cluster = job.site.get();
  const JobPlan& plan = job.resolution.plan;
  JobSize size;
  size.nodes = {plan.nodes, plan.nodes};
  size.gpus = {plan.gpu->asked, plan.gpu->asked};
  size.cpus = 1LL * plan.tasks * std::max(1, plan.cpus_per_task);
  if (plan.time.count() > 0) size.time = plan.time;
  size.qos = place.qos;
  return is_within_limits(cluster, cluster.find_partition(place.partition),
                          cluster.find_qos(place.qos), size);
}

/// Makes the jobs, each place once.
struct OtherPlaces {
  DataFiles& data_files;
  const SiteWish& wish;
  std::set<JobPlace> seen;
  std::vector<Job> jobs;

  /// The place where the job goes, taken or not; nothing if it cannot be made.
  std::optional<JobPlace> consider(const std::optional<std::string>& partition,
                                   const std::optional<std::string>& qos) {
    Request request = wish.request;
    if (partition) request.partition = SourcedValue{*partition, From::Flag, "--partition"};
    if (qos) request.qos = SourcedValue{*qos, From::Flag, "--qos"};
    auto job = make_job(data_files, wish.site, wish.work, request);
    if (!job || !job->resolution.plan.gpu) return std::nullopt;
    const JobPlace place = place_of(*job);
    if (seen.insert(place).second && is_taken(*job, place)) jobs.push_back(*std::move(job));
    return place;
  }
};

}  // namespace

std::vector<Job> jobs_in_other_places(DataFiles& data_files, const SiteWish& wish, const Job* own) {
  const Cluster& cluster = wish.site.get();
  const std::string gpu = gpu_of_wish(wish, own);
  if (gpu.empty()) return {};
  std::vector<std::string> partitions;
  if (!is_named(wish.request.partition) && may_name(cluster, "partition"))
    partitions = partitions_with(cluster, gpu);
  OtherPlaces places{data_files, wish, {}, {}};
  std::optional<JobPlace> usual;
  if (own != nullptr) usual = *places.seen.insert(place_of(*own)).first;
  const auto try_partitions = [&](const std::optional<std::string>& qos,
                                  const std::optional<JobPlace>& without) {
    const Qos* service = qos ? cluster.find_qos(*qos) : nullptr;
    for (const std::string& partition : partitions) {
      if (without && without->partition == partition) continue;
      if (service == nullptr || service->is_for(partition)) places.consider(partition, qos);
    }
  };
  try_partitions(std::nullopt, usual);
  if (is_named(wish.request.qos) || !may_name(cluster, "qos")) return std::move(places.jobs);
  for (const Qos& qos : cluster.qos) {
    const bool is_usual = usual && usual->qos == qos.name;
    try_partitions(qos.name, is_usual ? usual : places.consider(std::nullopt, qos.name));
  }
  return std::move(places.jobs);
}

}  // namespace gpujob
