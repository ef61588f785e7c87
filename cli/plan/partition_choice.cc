// SPDX-License-Identifier: MIT
#include "plan/partition_choice.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "base/format.h"
#include "base/text.h"
#include "plan/fitting_shapes.h"
#include "plan/qos_choice.h"
#include "profile/job_limits.h"

// In this order: what the user says (even if forbidden: lint then reports it); none where the
// center forbids one; what the GPU type's own request names; the center's stated default; none
// where the default partition is known, has such nodes and need not be named; of those that take
// the job the one that the profile ranks first, and without ranks the one where it is charged for
// the fewest GPUs. One GPU of a node that comes whole is charged as all of them; where that makes
// no difference the profile's order decides. A rank is for jobs that the nodes are for: one without
// GPUs does not go to nodes with GPUs for it. A partition
// takes no job whose QOS is for others; where the user names no QOS, one that is for it will do.

namespace gpujob {

namespace {

using Names = std::vector<std::string>;

bool holds(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool usable(const Partition& partition, bool for_gpu) {
  return partition.batch_jobs && partition.gpu != (for_gpu ? Use::Forbidden : Use::Required);
}

/// The job as it would be in a partition.
struct Offer {
  const Partition* partition = nullptr;
  bool takes_it = false;  ///< as far as the profile says
  int nodes = 1;
  int rank = std::numeric_limits<int>::max();  ///< of the profile, for such a job
  long long charged = 0;  ///< GPUs; CPUs that the job does not use, for a job without GPUs
};

bool is_ranked(const Offer& offer) {
  return offer.rank < std::numeric_limits<int>::max();
}

/// Is the job better in `a`?
bool is_better(const Offer& a, const Offer& b) {
  return std::tie(a.rank, a.charged) < std::tie(b.rank, b.charged);
}

/// The nodes that the job needs on these shapes.
int nodes_needed(const Draft& draft, const std::optional<GpuChoice>& gpu, const Shapes& shapes) {
  const int largest = gpu ? largest_gpus(shapes) : 0;
  const int needed = largest > 0 ? (gpu->asked + largest - 1) / largest : 1;
  return draft.request.nodes.value_or(needed);
}

/// Are whole nodes paid for? `qos` may be null.
bool charges_whole_nodes(const Partition& partition, const Qos* qos, int nodes) {
  if (qos != nullptr && qos->charged()) return qos->charged() == Charge::WholeNode;
  return partition.charges_whole_node || gives_whole_nodes(partition.exclusive, nodes) ||
         (qos != nullptr && gives_whole_nodes(qos->exclusive, nodes));
}

/// Where whole nodes come all of their GPUs are charged; else those that were asked for.
long long charged_gpus(const GpuChoice& gpu, const Offer& offer, const Qos* qos,
                       const Shapes& shapes) {
  if (!charges_whole_nodes(*offer.partition, qos, offer.nodes)) return gpu.asked;
  std::optional<int> least;
  for (const NodeShape* shape : shapes)
    if (1LL * shape->gpus * offer.nodes >= gpu.asked)
      least = std::min(least.value_or(shape->gpus), shape->gpus);
  return 1LL * least.value_or(gpu.asked) * offer.nodes;
}

/// All CPUs of a node in a partition that gives or charges whole nodes, else none.
long long wasted_cpus(const Partition& partition, const Qos* qos, const Shapes& shapes) {
  if (!charges_whole_nodes(partition, qos, 1)) return 0;
  std::optional<int> least;
  for (const NodeShape* shape : shapes)
    if (shape->cpus) least = std::min(least.value_or(*shape->cpus), *shape->cpus);
  return least.value_or(1);
}

/// Does the partition take the job with the QOS, as far as the profile says?
bool takes(const Draft& draft, const std::optional<GpuChoice>& gpu, const Offer& offer,
           const std::string& qos) {
  JobSize size;
  size.nodes = {offer.nodes, offer.nodes};
  const long long gpus = gpu ? gpu->asked : 0;
  size.gpus = {gpus, gpus};
  size.time = draft.request.time;
  size.qos = qos;
  return is_within_limits(draft.cluster(), offer.partition, draft.cluster().find_qos(qos), size);
}

/// The shapes of a partition that the job could use: with its GPUs, else those without.
Shapes shapes_for(const Cluster& cluster, const std::string& partition,
                  const std::optional<GpuChoice>& gpu) {
  Shapes found;
  for (const NodeShape* shape : cluster.typed_shapes())
    if (holds(shape->partitions, partition) && shape->gpu == (gpu ? gpu->type.key : ""))
      found.push_back(shape);
  return found;
}

/// With the cheapest QOS for it; with the center's default where its charge is not known.
void price(const Draft& draft, const std::optional<GpuChoice>& gpu, const Shapes& shapes,
           Offer& offer) {
  if (!usable(*offer.partition, gpu.has_value())) return;
  for (const std::string& name : possible_qos(draft)) {
    if (!takes(draft, gpu, offer, name)) continue;
    const Qos* qos = draft.cluster().find_qos(name);
    const long long charged =
        gpu ? charged_gpus(*gpu, offer, qos, shapes) : wasted_cpus(*offer.partition, qos, shapes);
    if (!offer.takes_it || charged < offer.charged) offer.charged = charged;
    offer.takes_it = true;
    if (qos == nullptr || !qos->charged()) return;
  }
}

/// Partitions with the nodes that the job needs: those that take it first, the best first among
/// them, else in the profile's order.
std::vector<Offer> offers(const Draft& draft, const std::optional<GpuChoice>& gpu) {
  std::vector<Offer> all;
  for (const Partition& partition : draft.cluster().partitions) {
    const Shapes shapes = shapes_for(draft.cluster(), partition.name, gpu);
    if (gpu && shapes.empty()) continue;
    Offer offer{&partition};
    if (!shapes.empty()) offer.rank = rank_or_last(partition);
    offer.nodes = nodes_needed(draft, gpu, shapes);
    price(draft, gpu, shapes, offer);
    all.push_back(offer);
  }
  std::stable_sort(all.begin(), all.end(), [](const Offer& a, const Offer& b) {
    if (a.takes_it != b.takes_it) return a.takes_it;
    return a.takes_it && is_better(a, b);
  });
  return all;
}

const Offer* offer_of(const std::vector<Offer>& all, const std::string& partition) {
  const auto found = std::find_if(
      all.begin(), all.end(), [&](const Offer& one) { return one.partition->name == partition; });
  return found == all.end() ? nullptr : &*found;
}

/// The QOS that the user names, where it is not for this partition; else null.
const Qos* qos_for_others(const Draft& draft, const std::string& partition) {
  const Qos* qos = draft.request.qos ? draft.cluster().find_qos(draft.request.qos->value) : nullptr;
  return qos == nullptr || qos->is_for(partition) ? nullptr : qos;
}

/// "ranked 1 by the profile, 2: 'whole', none: 'test'"; empty without a rank.
std::string reason_of_rank(const std::vector<Offer>& all) {
  const Offer& best = all.front();
  if (!best.takes_it || !is_ranked(best)) return "";
  std::string text = format("ranked {} by the profile", best.rank);
  for (const Offer& one : all) {
    if (&one == &best || !one.takes_it) continue;
    const std::string rank = is_ranked(one) ? std::to_string(one.rank) : "none";
    text += format(", {}: '{}'", rank, one.partition->name);
  }
  return text;
}

/// Why the first offer: "charged for 1 GPU, 8 GPUs in 'whole'".
std::string reason(const Draft& draft, const std::vector<Offer>& all,
                   const std::optional<GpuChoice>& gpu) {
  std::string only = gpu ? format("the cheapest partition with '{}' nodes", gpu->type.key)
                         : "the cheapest partition for such jobs";
  for (const Offer& one : all) {
    if (const Qos* qos = qos_for_others(draft, one.partition->name); qos != nullptr)
      only = format("QOS '{}' is for {}", qos->name, places_of(*qos));
  }
  if (std::string ranked = reason_of_rank(all); !ranked.empty()) return ranked;
  if (!gpu) return only;
  Names others;
  for (const Offer& one : all) {
    if (&one == &all.front() || !one.takes_it) continue;
    const bool equal = one.charged == all.front().charged;
    others.push_back(equal
                         ? format("as much in '{}'", one.partition->name)
                         : format("{} in '{}'", count_of(one.charged, "GPU"), one.partition->name));
  }
  if (others.empty()) return only;
  return format("charged for {}, {}", count_of(all.front().charged, "GPU"), join(others, ", "));
}

/// A line `--partition=NAME` of the GPU type's request.
std::optional<SourcedValue> named_by_request(const std::optional<GpuChoice>& gpu) {
  constexpr std::string_view option = "--partition=";
  if (!gpu) return std::nullopt;
  for (const PlacedText& line : gpu->type.request) {
    if (line.value.starts_with(option))
      return SourcedValue{line.value.substr(option.size()), From::Profile, line.origin.text()};
  }
  return std::nullopt;
}

/// Does the default partition do, which need not be named? Not for a job that another one ranks
/// before, and not for a GPU that is cheaper elsewhere.
bool default_does(const Draft& draft, const std::vector<Offer>& all, const Partition* standard,
                  const std::optional<GpuChoice>& gpu) {
  if (standard == nullptr || qos_for_others(draft, standard->name) != nullptr) return false;
  const Offer* offer = offer_of(all, standard->name);
  if (offer == nullptr) return false;
  const Offer& best = all.front();
  if (!best.takes_it || (!gpu && !is_ranked(best))) return true;
  return offer->takes_it && !is_better(best, *offer);
}

std::optional<SourcedValue> named_by_rule(Draft& draft, const std::optional<GpuChoice>& gpu) {
  const Cluster& cluster = draft.cluster();
  const DirectiveRule* rule = cluster.find_rule("partition");
  const std::vector<Offer> all = offers(draft, gpu);
  const bool stated = rule != nullptr && rule->default_value;
  if (stated && qos_for_others(draft, *rule->default_value) == nullptr &&
      (!gpu || offer_of(all, *rule->default_value) != nullptr))
    return SourcedValue{*rule->default_value, From::Profile, rule->origin.text()};
  const Partition* standard = cluster.default_partition();
  const bool required = rule != nullptr && rule->use == Use::Required;
  const bool standard_fits = default_does(draft, all, standard, gpu);
  if (standard_fits && required)
    return SourcedValue{standard->name, From::Profile, standard->origin.text()};
  const bool needed = required || (!all.empty() && !standard_fits);
  if (!needed) return std::nullopt;
  if (all.empty()) {
    draft.report({"gp219", Severity::Error, draft.at_site(), "a partition must be named",
                  "the profile knows no partition with such nodes", "add --partition NAME", ""});
    return std::nullopt;
  }
  return SourcedValue{all.front().partition->name, From::Rule, reason(draft, all, gpu)};
}

void check_batch(Draft& draft, const GpuChoice& gpu) {
  const Cluster& cluster = draft.cluster();
  if (for_batch(cluster, gpu.type)) return;
  const std::string name = offers(draft, gpu).front().partition->name;
  std::string fix = "use another site";
  for (const std::string& key : gpu_keys(draft.input, gpu.model.vendor)) {
    if (!for_batch(cluster, *cluster.find_gpu(key))) continue;
    fix = format("use --gpu {}", key);
    break;
  }
  draft.report({"gp221", Severity::Error, draft.at_site(),
                format("partition '{}' takes no batch jobs", name),
                cluster.find_partition(name)->note, fix, ""});
}

/// A request that names no type would get whatever GPUs the partition has.
void check_type(Draft& draft, const GpuChoice& gpu, const std::string& partition) {
  Names others;
  Names with_it;
  for (const NodeShape* shape : draft.cluster().typed_shapes()) {
    if (shape->gpu == gpu.type.key) {
      if (shape->partitions.empty() || holds(shape->partitions, partition)) return;
      for (const std::string& name : shape->partitions)
        if (!holds(with_it, name)) with_it.push_back(name);
    } else if (!shape->gpu.empty() && holds(shape->partitions, partition) &&
               !holds(others, shape->gpu)) {
      others.push_back(shape->gpu);
    }
  }
  if (others.empty() || with_it.empty()) return;
  draft.report({"gp232", Severity::Error, draft.at_site(),
                format("partition '{}' has no GPU '{}'", partition, gpu.type.key),
                format("it has {}", join(others, ", ")),
                format("use partition '{}'", join(with_it, "' or '")), ""});
}

}  // namespace

bool for_batch(const Cluster& cluster, const GpuType& type) {
  bool known = false;
  for (const NodeShape* shape : cluster.shapes_with(type.key)) {
    for (const std::string& name : shape->partitions) {
      const Partition* partition = cluster.find_partition(name);
      if (partition == nullptr || partition->batch_jobs) return true;
      known = true;
    }
  }
  return !known;
}

std::optional<SourcedValue> choose_partition(Draft& draft, const std::optional<GpuChoice>& gpu) {
  if (!draft.has_scheduler()) return std::nullopt;
  if (gpu) check_batch(draft, *gpu);
  const Cluster& cluster = draft.cluster();
  const DirectiveRule* rule = cluster.find_rule("partition");
  std::optional<SourcedValue> chosen = draft.request.partition;
  const bool forbidden = rule != nullptr && rule->use == Use::Forbidden;
  if (!chosen && !forbidden) chosen = named_by_request(gpu);
  // Which nodes a request in the script's own spelling means is not known here.
  const bool unknown = !gpu && draft.request.has_own_gpu_request;
  if (!chosen && !forbidden && !unknown) chosen = named_by_rule(draft, gpu);
  if (chosen) draft.plan.partition = chosen->value;
  if (gpu && draft.request.partition) check_type(draft, *gpu, draft.plan.partition);
  return chosen;
}

}  // namespace gpujob
