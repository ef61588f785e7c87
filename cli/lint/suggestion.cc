// SPDX-License-Identifier: MIT
#include "lint/suggestion.h"

#include <algorithm>
#include <string_view>

#include "base/format.h"
#include "base/text.h"
#include "lint/matching_nodes.h"
#include "profile/job_limits.h"

namespace gpujob {

namespace {

/// A node shape with a GPU for the purpose.
struct GpuOffer {
  const NodeShape* shape = nullptr;  ///< null: not found
  const GpuType* type = nullptr;
};

bool serves(const GpuType& type, const GpuPurpose& purpose, const LintContext& context) {
  if (!type.request_documented) return false;
  if (purpose.vendor && vendor_of_model(type.model) != purpose.vendor) return false;
  if (!purpose.cuda || context.models == nullptr) return true;
  const GpuModel* model = context.models->find(type.model);
  return model == nullptr || toolkit_limit(*model, *purpose.cuda).empty();
}

/// The partition of these nodes for a batch job with one GPU; null without one.
const Partition* gpu_partition(const NodeShape& shape, const Cluster& cluster) {
  JobSize one;
  one.nodes = one.gpus = {1, 1};
  const Partition* best = nullptr;
  for (const Partition& partition : cluster.partitions) {
    const auto& in = shape.partitions;
    const bool here = contains(in, partition.name);
    if (!here || !takes_gpus(partition)) continue;
    if (!is_within_limits(cluster, &partition, nullptr, one)) continue;
    if (best == nullptr || rank_or_last(partition) < rank_or_last(*best)) best = &partition;
  }
  return best;
}

/// Counts only shapes whose number of nodes is known.
long long gpus_of_type(const std::string& key, const std::vector<const NodeShape*>& shapes) {
  long long gpus = 0;
  for (const NodeShape* shape : shapes) {
    if (shape->gpu == key) gpus += static_cast<long long>(shape->count.value_or(0)) * shape->gpus;
  }
  return gpus;
}

/// The most numerous type among the shapes.
GpuOffer best_offer(const std::vector<const NodeShape*>& shapes, const GpuPurpose& purpose,
                    const LintContext& context) {
  GpuOffer best;
  long long most = -1;
  for (const NodeShape* shape : shapes) {
    const GpuType* type = context.cluster.find_gpu(shape->gpu);
    if (type == nullptr || !serves(*type, purpose, context)) continue;
    if (!shape->partitions.empty() && gpu_partition(*shape, context.cluster) == nullptr) continue;
    const long long gpus = gpus_of_type(type->key, shapes);
    if (gpus <= most) continue;
    most = gpus;
    best = {shape, type};
  }
  return best;
}

/// The options that request one GPU and that the script lacks, separated by blanks.
std::string options_for_one(const GpuType& type, const BatchScript& script) {
  std::string text;
  for (const PlacedText& line : type.request) {
    const bool gpu = line.value.starts_with("--gpus") || line.value.starts_with("--gres");
    const bool beside =
        line.value.starts_with("--constraint=") || line.value.starts_with("--ntasks=");
    const std::string name = line.value.substr(2, line.value.find('=') - 2);
    if (!gpu && (!beside || script.find(name) != nullptr)) continue;
    std::string option = replace_all(line.value, "{{gres}}", type.gres);
    option = replace_all(option, "{{feature}}", type.feature);
    for (const std::string_view count : kNumberSlots)
      option = replace_all(option, format("{{{{{}}}}}", count), "1");
    text += (text.empty() ? "" : " ") + option;
  }
  return text;
}

/// On nodes that the script already requests; other GPUs there may not suit.
std::string way_here(const GpuOffer& offer, const GpuPurpose& purpose, const BatchScript& script,
                     const ResourceRequest& request, const LintContext& context) {
  std::string way = "add '#SBATCH " + options_for_one(*offer.type, script) + "'";
  const std::vector<const GpuType*> types = gpu_types_of(request.shapes, context.cluster);
  const bool all = std::all_of(types.begin(), types.end(), [&](const GpuType* type) {
    return serves(*type, purpose, context);
  });
  if (all || request.lines.constraint.line == 0 || offer.type->feature.empty()) return way;
  return way + format(" and join '{}' to --constraint with '&'", offer.type->feature);
}

std::string way_elsewhere(const GpuOffer& offer, const BatchScript& script,
                          const ResourceRequest& request, const Cluster& cluster) {
  const Partition* partition = gpu_partition(*offer.shape, cluster);
  const auto& asked = request.partitions;
  const bool same = partition == nullptr || contains(asked, partition->name);
  const std::string options = options_for_one(*offer.type, script);
  std::string way;
  if (same || request.lines.partition.line > 0) {
    if (!same) way = "use partition '" + partition->name + "'";
    if (!options.empty()) way += (way.empty() ? "" : " and ") + ("add '#SBATCH " + options + "'");
  } else {
    const std::string blank = options.empty() ? "" : " ";
    way = "add '#SBATCH --partition=" + partition->name + blank + options + "'";
  }
  return way + (request.lines.constraint.line > 0 ? ", without --constraint" : "");
}

/// If every GPU of the cluster is another vendor's: advice to change modules.
std::string other_vendor(const GpuPurpose& purpose, const Cluster& cluster) {
  if (!purpose.vendor || cluster.gpus.empty()) return "";
  for (const GpuType& type : cluster.gpus) {
    const std::optional<Vendor> vendor = vendor_of_model(type.model);
    if (!vendor || *vendor == *purpose.vendor) return "";
  }
  const Vendor there = vendor_of_model(cluster.gpus.front().model).value();
  return format("load modules for {} GPUs: {} has no others", vendor_name(there), cluster.name);
}

}  // namespace

std::string way_to_one_gpu(const GpuPurpose& purpose, const BatchScript& script,
                           const ResourceRequest& request, const LintContext& context) {
  const Cluster& cluster = context.cluster;
  const GpuOffer here = best_offer(request.shapes, purpose, context);
  if (here.shape != nullptr && !options_for_one(*here.type, script).empty()) {
    return way_here(here, purpose, script, request, context);
  }
  const GpuOffer there = best_offer(cluster.typed_shapes(), purpose, context);
  if (there.shape != nullptr) return way_elsewhere(there, script, request, cluster);
  const std::string other = other_vendor(purpose, cluster);
  if (!other.empty()) return other;
  // The profile may know how to request a GPU without knowing its nodes.
  for (const GpuType& type : cluster.gpus) {
    const std::string options = serves(type, purpose, context) ? options_for_one(type, script) : "";
    if (!options.empty()) return "add '#SBATCH " + options + "'";
  }
  return "add '#SBATCH --gpus=1'";
}

}  // namespace gpujob
