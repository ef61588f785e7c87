// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "profile/cluster_check.h"

// Cross-checks of GPU types: each is somewhere, and the spelling of a request can be filled in.

namespace gpujob {

namespace {

constexpr std::array<std::string_view, 4> kCountSlots = {"gpus", "gpus_per_node", "nodes", "tasks"};

/// The GPU types that a request is for: one, or all of a partition.
using Types = std::vector<const GpuType*>;

std::vector<std::string> slot_names() {
  std::vector<std::string> names(kNumberSlots.begin(), kNumberSlots.end());
  names.insert(names.end(), {"gres", "feature"});
  return names;
}

/// The slots `{{name}}` of one option; `broken` if braces do not pair up.
struct Slots {
  std::vector<std::string> names;
  bool broken = false;
};

Slots slots_of(const std::string& option) {
  Slots slots;
  std::size_t at = 0;
  while ((at = option.find_first_of("{}", at)) != std::string::npos) {
    const std::size_t end = option.find("}}", at);
    if (option.compare(at, 2, "{{") != 0 || end == std::string::npos) {
      slots.broken = true;
      break;
    }
    slots.names.push_back(option.substr(at + 2, end - at - 2));
    at = end + 2;
  }
  return slots;
}

/// Does every node with these GPUs have the value?
bool has_share(const Cluster& cluster, const GpuType& type, const std::string& slot) {
  const std::vector<const NodeShape*> shapes = cluster.shapes_with(type.key);
  return std::all_of(shapes.begin(), shapes.end(), [&](const NodeShape* shape) {
    const GpuShare& share = shape->share_per_gpu;
    return slot == "cpus" ? share.cpus.has_value() : share.memory_mib.has_value();
  });
}

void check_slot(const ClusterCheck& check, const Types& types, const std::string& slot,
                YamlPlace place) {
  const std::vector<std::string> known = slot_names();
  if (!contains(known, slot)) {
    const std::string name = slot.substr(0, slot.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"));
    const bool expression = name != slot && contains(known, name);
    check.report(place, format("unknown slot '{{{{{}}}}}'", slot),
                 expression ? "a slot is a name and nothing else"
                            : format("slots are {}", join(known, ", ")),
                 expression ? "" : did_you_mean(slot, known));
    return;
  }
  for (const GpuType* type : types) {
    const bool shared = slot == "cpus" || slot == "mem";
    if (shared && !has_share(check.cluster, *type, slot)) {
      check.report(place, format("slot '{{{{{}}}}}' has no value", slot),
                   format("nodes with GPU type '{}' do not say what belongs to one GPU", type->key),
                   "add 'share_per_gpu:' to the node shape");
    }
    const bool absent =
        (slot == "gres" && type->gres.empty()) || (slot == "feature" && type->feature.empty());
    if (!absent) continue;
    check.report(place, format("slot '{{{{{}}}}}' has no value", slot),
                 format("GPU type '{}' has no '{}'", type->key, slot), format("add '{}:'", slot));
  }
}

/// sbatch reads a number where a slot stands, and does no sums.
void check_sum(const ClusterCheck& check, const std::string& option, YamlPlace place) {
  if (option_name(option) == "constraint") return;
  for (const char* sum : {"}}*", "*{{", "}}{{", ")*", "}}-", "-{{"}) {
    if (option.find(sum) == std::string::npos) continue;
    check.report(place, format("'{}' has a slot inside an expression", option),
                 "sbatch does not calculate", "use a slot that has the value");
    return;
  }
}

void check_option(const ClusterCheck& check, const std::string& option, YamlPlace place) {
  const DirectiveRule* rule = check.cluster.find_rule(option_name(option));
  if (rule != nullptr && rule->use == Use::Forbidden) {
    check.report(place, format("the request uses '--{}'", rule->option),
                 format("it is forbidden by the directives of cluster '{}'", check.cluster.name));
  }
}

void check_request(const ClusterCheck& check, const Types& types, const std::string& whose,
                   const YamlRecord& record, const char* field) {
  check_repeats(check, record, field);
  const YamlNode* request = record.find(field);
  if (request == nullptr) return;
  bool asks_gpus = false;
  bool counts = false;
  for (const YamlNode& option : request->items) {
    const std::string name = option_name(option.scalar);
    asks_gpus = asks_gpus || name.starts_with("gpus") || name.starts_with("gres");
    check_option(check, option.scalar, option.place);
    check_sum(check, option.scalar, option.place);
    const Slots slots = slots_of(option.scalar);
    if (slots.broken) {
      check.report(option.place, format("slots of '{}' do not pair up", option.scalar),
                   "a slot is written '{{name}}'");
    }
    for (const std::string& slot : slots.names) {
      counts = counts || contains(kCountSlots, slot);
      check_slot(check, types, slot, option.place);
    }
  }
  if (asks_gpus && !counts) {
    check.report(record.place(field), format("the request of '{}' never changes", whose),
                 "no slot says how many GPUs", "use {{gpus}}, {{gpus_per_node}} or {{tasks}}");
  }
}

/// The GPU types on the nodes of a partition.
Types types_in(const Cluster& cluster, const std::string& partition) {
  Types types;
  for (const GpuType& type : cluster.gpus) {
    for (const NodeShape* shape : cluster.shapes_with(type.key)) {
      if (!contains(shape->partitions, partition)) continue;
      types.push_back(&type);
      break;
    }
  }
  return types;
}

void check_shapes(const ClusterCheck& check, const GpuType& type, const YamlRecord& record) {
  const std::vector<const NodeShape*> shapes = check.cluster.shapes_with(type.key);
  if (shapes.empty()) {
    check.report(record.place(), format("no node shape has GPU type '{}'", type.key),
                 "the number of GPUs that a job can get is unknown",
                 format("add 'gpu: {}' to a node shape", type.key));
    return;
  }
  if (type.feature.empty()) return;
  const bool carried = std::any_of(shapes.begin(), shapes.end(), [&](const NodeShape* shape) {
    const auto& all = shape->features;
    return contains(all, type.feature);
  });
  if (!carried) {
    check.report(record.place("feature"), format("feature '{}' matches no node", type.feature),
                 format("no node shape with GPU type '{}' carries it", type.key),
                 "add it to 'features' of the node shape");
  }
}

/// What the node shapes say together is not more than the total, and all of it where they are
/// known.
void check_total(const ClusterCheck& check, const GpuType& type, const YamlRecord& record) {
  if (!type.total) return;
  const auto shapes = check.cluster.shapes_with(type.key);
  long long sum = 0;
  bool all_known = !shapes.empty();
  for (const NodeShape* shape : shapes) {
    all_known = all_known && shape->count && shape->gpus > 0;
    sum += 1LL * shape->count.value_or(0) * shape->gpus;
  }
  if (sum <= *type.total && (!all_known || sum == *type.total)) return;
  check.report(record.place("total"),
               format("GPU type '{}' has {} in all", type.key, count_of(*type.total, "GPU")),
               format("its node shapes have {}", sum), "correct the one that is wrong");
}

}  // namespace

std::string option_name(const std::string& option) {
  return option.substr(
      2, option.find('=') == std::string::npos ? std::string::npos : option.find('=') - 2);
}

void check_gpu_types(const ClusterCheck& check) {
  for (const auto& [key, record] : check.record.named_records("gpus")) {
    const GpuType* type = check.cluster.find_gpu(key);
    if (type == nullptr) continue;
    check_shapes(check, *type, record);
    check_total(check, *type, record);
    check_request(check, {type}, key, record, "request");
    check_request(check, {type}, key, record, "request_over_nodes");
  }
  for (const auto& [name, record] : check.record.named_records("partitions"))
    check_request(check, types_in(check.cluster, name), name, record, "request");
}

}  // namespace gpujob
