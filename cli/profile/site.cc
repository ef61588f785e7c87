// SPDX-License-Identifier: MIT
#include "profile/site.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

/// The first element that `test` holds for, or nullptr.
template <class List, class Test>
auto find_where(const List& list, Test test) -> decltype(&list.front()) {
  const auto found = std::find_if(list.begin(), list.end(), test);
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

const std::vector<PlacedText>& GpuType::request_on(int nodes) const {
  return nodes > 1 && !request_over_nodes.empty() ? request_over_nodes : request;
}

bool Qos::is_for(const std::string& partition) const {
  return partitions.empty() || contains(partitions, partition);
}

std::optional<Charge> Qos::charged() const {
  return charge || exclusive != Exclusive::Always ? charge : Charge::WholeNode;
}

bool is_copied(const Source& source) {
  return std::any_of(source.pages.begin(), source.pages.end(),
                     [](const std::string& page) { return page.starts_with(kCopied); });
}

std::string_view doubt_of(Mark mark) {
  switch (mark) {
    case Mark::D:
      return "";
    case Mark::D3:
      return "not the center's own word";
    case Mark::U:
      return "announced, not certain";
  }
  return "";
}

std::string Cluster::copied_from() const {
  for (const Source& source : sources) {
    for (const std::string& page : source.pages) {
      if (page.starts_with(kCopied)) return page.substr(kCopied.size());
    }
  }
  return "";
}

const Partition* Cluster::find_partition(const std::string& partition) const {
  return find_where(partitions, [&](const Partition& one) { return one.name == partition; });
}

const Partition* Cluster::default_partition() const {
  return find_where(partitions, [](const Partition& one) { return one.is_default; });
}

const Qos* Cluster::find_qos(const std::string& service) const {
  return find_where(qos, [&](const Qos& one) { return one.name == service; });
}

const GpuType* Cluster::find_gpu(const std::string& key) const {
  return find_where(gpus, [&](const GpuType& one) { return one.key == key; });
}

const Stack* Cluster::find_stack(const std::string& purpose, const std::string& gpu_key) const {
  const Stack* for_this_gpu = find_where(
      stacks, [&](const Stack& one) { return one.name == purpose && contains(one.gpus, gpu_key); });
  if (for_this_gpu != nullptr) return for_this_gpu;
  return find_where(stacks,
                    [&](const Stack& one) { return one.name == purpose && one.gpus.empty(); });
}

const DirectiveRule* Cluster::find_rule(const std::string& option) const {
  const auto found = directives.find(option);
  return found == directives.end() ? nullptr : &found->second;
}

int all_gpus(const NodeShape& shape) {
  int sum = shape.gpus;
  for (const NodeGpus& more : shape.more_gpus) sum += more.gpus;
  return sum;
}

std::vector<const NodeShape*> Cluster::typed_shapes() const {
  std::vector<const NodeShape*> shapes;
  for (const NodeShape& shape : nodes) {
    if (shape.more_gpus.empty()) shapes.push_back(&shape);
  }
  for (const NodeShape& shape : by_type) shapes.push_back(&shape);
  return shapes;
}

std::vector<const NodeShape*> Cluster::shapes_with(const std::string& gpu_key) const {
  std::vector<const NodeShape*> shapes = typed_shapes();
  std::erase_if(shapes,
                [&](const NodeShape* shape) { return gpu_key.empty() || shape->gpu != gpu_key; });
  return shapes;
}

const Cluster* SiteProfile::find_cluster(const std::string& cluster) const {
  return find_where(clusters, [&](const Cluster& one) { return one.name == cluster; });
}

std::string file_to_complete(const SiteProfile& profile) {
  if (!profile.overlays.empty()) return profile.overlays.back();
  if (!profile.is_installed) return profile.file;
  return format("~/.config/gpujob/profiles/sites/{0}.yaml ('overlays: {0}')", profile.center);
}

std::string site_name(const SiteProfile& profile, const Cluster& cluster) {
  return cluster.name == profile.default_cluster ? profile.center
                                                 : profile.center + "/" + cluster.name;
}

}  // namespace gpujob
