// SPDX-License-Identifier: MIT
#include "jobs/site/match_nodes.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "base/text.h"

// Example: a shape of 48 CPUs and two GPUs, and ten nodes of 48 CPUs that lost theirs. The GPUs
// speak against it (-12), CPUs (+8), features and partition for it: the nodes are the shape's, and
// what is said is that they have no GPUs, not that ten nodes are gone and ten others new.

namespace gpujob {

namespace {

/// How much a fact weighs that is equal, and one that is not.
struct Weight {
  int equal = 0;
  int different = 0;
};
constexpr Weight kGpuType = {6, -6};
constexpr Weight kGpuCount = {4, -4};
constexpr Weight kCpus = {8, -8};
constexpr Weight kMemory = {4, -4};
constexpr Weight kThreads = {1, -1};
constexpr Weight kArch = {4, -12};
constexpr int kWithAndWithoutGpus = -12;
constexpr int kUnknownType = 3;
constexpr int kSharedName = 2;  // a feature or a partition
constexpr int kMissingName = -2;
constexpr int kFurtherName = -1;
/// A group that is less like a shape than this has nothing to do with it.
constexpr int kLeastLikeness = -8;

int gpus_on(const SlurmNode& node) {
  int sum = 0;
  for (const auto& [type, count] : node.gpus) sum += count;
  return sum;
}

/// How like nodes are to a shape, and in how many facts of hardware they differ.
class Likeness {
 public:
  Likeness(const Cluster& cluster, const NodeShape& shape, const SlurmNodeGroup& group);

  int score = 0;
  int differences = 0;
  bool has_same_names = true;  ///< features and partitions

  bool is_exact() const { return differences == 0 && has_same_names; }

 private:
  template <class Known, class Said>
  void compare(const Known& known, const Said& said, Weight weight) {
    if (!known) return;
    const bool is_equal = *known == said;
    score += is_equal ? weight.equal : weight.different;
    differences += is_equal ? 0 : 1;
  }
  void compare_gpus(const std::string& gres, const NodeShape& shape, const SlurmNode& node);
  /// Names that both have, apart from those that any nodes may have.
  void compare_names(const std::vector<std::string>& known, const std::vector<std::string>& said,
                     const std::vector<std::string>& anywhere);
};

Likeness::Likeness(const Cluster& cluster, const NodeShape& shape, const SlurmNodeGroup& group) {
  const SlurmNode& node = group.like;
  compare_gpus(gres_of(cluster, shape), shape, node);
  compare(shape.cpus, node.cpus, kCpus);
  compare(shape.memory_mib, static_cast<long long>(node.memory_mib), kMemory);
  compare(shape.threads_per_core, node.threads_per_core, kThreads);
  if (!shape.arch.empty() && group.archs.size() == 1) {
    compare(std::optional(shape.arch), *group.archs.begin(), kArch);
  }
  compare_names(shape.features, node.features, cluster.unplaced_features);
  compare_names(shape.partitions, node.partitions, {});
}

void Likeness::compare_gpus(const std::string& gres, const NodeShape& shape,
                            const SlurmNode& node) {
  if (shape.gpu.empty() != node.gpus.empty()) {
    score += kWithAndWithoutGpus;
    ++differences;
    return;
  }
  if (shape.gpu.empty()) {
    score += kGpuType.equal;
    return;
  }
  if (gres.empty()) {
    score += kUnknownType;
  } else {
    const bool is_equal = std::any_of(node.gpus.begin(), node.gpus.end(), [&](const auto& gpu) {
      return to_lower(gpu.first) == to_lower(gres);
    });
    compare(std::optional(true), is_equal, kGpuType);
  }
  if (shape.gpus > 0) compare(std::optional(all_gpus(shape)), gpus_on(node), kGpuCount);
}

void Likeness::compare_names(const std::vector<std::string>& known,
                             const std::vector<std::string>& said,
                             const std::vector<std::string>& anywhere) {
  if (known.empty()) return;
  const auto add = [&](bool is_same, int same, int different) {
    score += is_same ? same : different;
    has_same_names = has_same_names && is_same;
  };
  for (const std::string& name : known) add(contains(said, name), kSharedName, kMissingName);
  for (const std::string& name : said) {
    if (!contains(anywhere, name)) add(contains(known, name), 0, kFurtherName);
  }
}

class NodeMatcher {
 public:
  NodeMatcher(const Cluster& cluster, const std::vector<SlurmNodeGroup>& groups)
      : cluster_(cluster), groups_(groups), counts_(cluster.nodes.size()) {
    matched_.of_shape.resize(cluster.nodes.size());
  }

  MatchedNodes match() {
    for (const SlurmNodeGroup& group : groups_) {
      const std::size_t shape = best_for(group);
      if (shape < cluster_.nodes.size()) {
        give(group, shape);
      } else {
        matched_.others.push_back(&group);
      }
    }
    set_apart_others();
    fill_empty_shapes();
    join_others();
    return std::move(matched_);
  }

 private:
  void give(const SlurmNodeGroup& group, std::size_t shape) {
    matched_.of_shape[shape].push_back(&group);
    counts_[shape] += group.count();
  }
  /// How many nodes the shape would lack or have too many with the group; 0 where it is unknown.
  int misses(const SlurmNodeGroup& group, std::size_t shape) const {
    const auto& count = cluster_.nodes[shape].count;
    return count ? std::abs(*count - counts_[shape] - group.count()) : 0;
  }
  std::size_t best_for(const SlurmNodeGroup& group) const;
  void set_apart_others();
  std::vector<const SlurmNodeGroup*> free_groups() const;
  void fill_empty_shapes();
  void join_others();

  const Cluster& cluster_;
  const std::vector<SlurmNodeGroup>& groups_;
  std::vector<int> counts_;  ///< of nodes that a shape has already
  MatchedNodes matched_;
};

/// The shape that the group is most like; of equal ones the one whose count it fits. Past the last
/// one if none fits.
std::size_t NodeMatcher::best_for(const SlurmNodeGroup& group) const {
  std::size_t best = cluster_.nodes.size();
  int most = 0;
  int fewest = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < cluster_.nodes.size(); ++i) {
    const int score = Likeness(cluster_, cluster_.nodes[i], group).score;
    if (score <= 0 || score < most) continue;
    const int missing = misses(group, i);
    if (score == most && missing >= fewest) continue;
    best = i;
    most = score;
    fewest = missing;
  }
  return best;
}

/// Nodes of a shape that differ in several facts from it, beside others that fit better, are nodes
/// of another kind.
void NodeMatcher::set_apart_others() {
  for (std::size_t i = 0; i < matched_.of_shape.size(); ++i) {
    std::vector<const SlurmNodeGroup*>& groups = matched_.of_shape[i];
    const auto differences = [&](const SlurmNodeGroup* group) {
      return Likeness(cluster_, cluster_.nodes[i], *group).differences;
    };
    int fewest = std::numeric_limits<int>::max();
    for (const SlurmNodeGroup* group : groups) fewest = std::min(fewest, differences(group));
    std::erase_if(groups, [&](const SlurmNodeGroup* group) {
      const bool is_other = differences(group) > std::max(1, fewest);
      if (is_other) matched_.others.push_back(group);
      return is_other;
    });
  }
}

/// Groups that nothing describes, and those that are not quite what their shape is while others
/// are.
std::vector<const SlurmNodeGroup*> NodeMatcher::free_groups() const {
  std::vector<const SlurmNodeGroup*> free = matched_.others;
  for (std::size_t i = 0; i < matched_.of_shape.size(); ++i) {
    if (matched_.of_shape[i].size() < 2) continue;
    for (const SlurmNodeGroup* group : matched_.of_shape[i]) {
      if (!Likeness(cluster_, cluster_.nodes[i], *group).is_exact()) free.push_back(group);
    }
  }
  return free;
}

/// A shape without nodes gets the free group that is most like it, if one is like it at all.
void NodeMatcher::fill_empty_shapes() {
  for (std::size_t i = 0; i < matched_.of_shape.size(); ++i) {
    if (!matched_.of_shape[i].empty()) continue;
    const SlurmNodeGroup* best = nullptr;
    int most = kLeastLikeness;
    for (const SlurmNodeGroup* group : free_groups()) {
      const int score = Likeness(cluster_, cluster_.nodes[i], *group).score;
      if (score <= most) continue;
      best = group;
      most = score;
    }
    if (best == nullptr) continue;
    std::erase(matched_.others, best);
    for (std::vector<const SlurmNodeGroup*>& groups : matched_.of_shape) std::erase(groups, best);
    matched_.of_shape[i].push_back(best);
  }
}

/// Nodes that differ in one fact from a shape which does not have too many with them.
void NodeMatcher::join_others() {
  for (std::size_t i = 0; i < matched_.of_shape.size(); ++i) {
    const NodeShape& shape = cluster_.nodes[i];
    std::vector<const SlurmNodeGroup*>& groups = matched_.of_shape[i];
    int count = 0;
    for (const SlurmNodeGroup* group : groups) count += group->count();
    std::erase_if(matched_.others, [&](const SlurmNodeGroup* group) {
      const Likeness likeness(cluster_, shape, *group);
      const bool has_room =
          !groups.empty() && (!shape.count || count + group->count() <= *shape.count);
      if (!has_room || likeness.differences != 1 || !likeness.has_same_names) return false;
      groups.push_back(group);
      count += group->count();
      return true;
    });
  }
}

}  // namespace

bool has_type(const NodeShape& shape, const std::string& key) {
  return shape.gpu == key || std::any_of(shape.more_gpus.begin(), shape.more_gpus.end(),
                                         [&](const NodeGpus& more) { return more.gpu == key; });
}

std::map<std::string, int> gpus_of(const Cluster& cluster, const NodeShape& shape) {
  std::map<std::string, int> gpus;
  if (!shape.gpu.empty() && shape.gpus > 0) gpus[gres_of(cluster, shape)] = shape.gpus;
  for (const NodeGpus& more : shape.more_gpus) {
    const GpuType* const type = cluster.find_gpu(more.gpu);
    gpus[type == nullptr ? "" : type->gres] += more.gpus;
  }
  return gpus;
}

std::string gres_of(const Cluster& cluster, const NodeShape& shape) {
  const GpuType* const type = cluster.find_gpu(shape.gpu);
  return type == nullptr ? "" : type->gres;
}

MatchedNodes match_nodes(const Cluster& cluster, const std::vector<SlurmNodeGroup>& groups) {
  return NodeMatcher(cluster, groups).match();
}

}  // namespace gpujob
