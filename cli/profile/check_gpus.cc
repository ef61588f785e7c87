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

constexpr std::array<std::string_view, 6> kSlots = {"gpus",  "gpus_per_node", "nodes",
                                                    "tasks", "gres",          "feature"};
constexpr std::array<std::string_view, 4> kCountSlots = {"gpus", "gpus_per_node", "nodes", "tasks"};

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

void check_slot(const ClusterCheck& check, const GpuType& type, const std::string& slot,
                YamlPlace place) {
  if (!contains(kSlots, slot)) {
    const std::vector<std::string> known(kSlots.begin(), kSlots.end());
    check.report(place, format("unknown slot '{{{{{}}}}}'", slot),
                 format("slots are {}", join(known, ", ")), did_you_mean(slot, known));
    return;
  }
  const bool absent =
      (slot == "gres" && type.gres.empty()) || (slot == "feature" && type.feature.empty());
  if (!absent) return;
  check.report(place, format("slot '{{{{{}}}}}' has no value", slot),
               format("GPU type '{}' has no '{}'", type.key, slot), format("add '{}:'", slot));
}

void check_option(const ClusterCheck& check, const std::string& option, YamlPlace place) {
  const DirectiveRule* rule = check.cluster.find_rule(option_name(option));
  if (rule != nullptr && rule->use == Use::Forbidden) {
    check.report(place, format("the request uses '--{}'", rule->option),
                 format("it is forbidden by the directives of cluster '{}'", check.cluster.name));
  }
}

void check_request(const ClusterCheck& check, const GpuType& type, const YamlRecord& record,
                   const char* field) {
  check_repeats(check, record, field);
  const YamlNode* request = record.find(field);
  if (request == nullptr) return;
  bool asks_gpus = false;
  bool counts = false;
  for (const YamlNode& option : request->items) {
    const std::string name = option_name(option.scalar);
    asks_gpus = asks_gpus || name.starts_with("gpus") || name.starts_with("gres");
    check_option(check, option.scalar, option.place);
    const Slots slots = slots_of(option.scalar);
    if (slots.broken) {
      check.report(option.place, format("slots of '{}' do not pair up", option.scalar),
                   "a slot is written '{{name}}'");
    }
    for (const std::string& slot : slots.names) {
      counts = counts || contains(kCountSlots, slot);
      check_slot(check, type, slot, option.place);
    }
  }
  if (asks_gpus && !counts) {
    check.report(record.place(field), format("the request of '{}' never changes", type.key),
                 "no slot says how many GPUs", "use {{gpus}}, {{gpus_per_node}} or {{tasks}}");
  }
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
    return std::find(all.begin(), all.end(), type.feature) != all.end();
  });
  if (!carried) {
    check.report(record.place("feature"), format("feature '{}' matches no node", type.feature),
                 format("no node shape with GPU type '{}' carries it", type.key),
                 "add it to 'features' of the node shape");
  }
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
    check_request(check, *type, record, "request");
    check_request(check, *type, record, "request_over_nodes");
  }
}

}  // namespace gpujob
