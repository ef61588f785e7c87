// SPDX-License-Identifier: MIT
#include "lint/site_guess.h"

#include <algorithm>

#include "base/format.h"
#include "base/pattern.h"
#include "base/text.h"
#include "lint/clusters_option.h"
#include "lint/matching_nodes.h"
#include "lint/resource_request.h"
#include "lint/script_body.h"

// Every name in a script that a profile knows speaks for that cluster, and every name that it would
// have to know speaks against it. So
//
//     #SBATCH -A dawn2025-151 --gpus=x100:1
//
// is for the center whose accounts look like that, unless another has this GPU type and an open
// form of accounts. One name alone decides only if no other cluster knows it,
// and names that contradict each other decide nothing.

namespace gpujob {

namespace {

constexpr int kNamed = 4;   ///< the cluster itself
constexpr int kKnown = 2;   ///< a name that few centers share
constexpr int kCommon = 1;  ///< one that many may share
/// So far must the best be ahead of the next.
constexpr int kClearLead = 2;

/// What of a script may tell of a site.
struct Names {
  const BatchScript& script;
  std::vector<std::string> clusters;
  std::vector<std::string> gpu_types;
  std::vector<std::string> features;
  std::vector<BodyWord> modules;
};

Names names_in(const BatchScript& script) {
  Names names{script, named_clusters(script), {}, {}, loaded_modules(script)};
  for (const GpuRequest& gpu : requested_resources(script, Cluster{}).gpu_requests) {
    if (!gpu.type.empty()) names.gpu_types.push_back(gpu.type);
  }
  const Directive* constraint = script.find("constraint");
  if (constraint == nullptr || !constraint->value) return names;
  if (const auto read = Constraint::parse(*constraint->value)) names.features = read->features();
  return names;
}

class Scorer {
 public:
  Scorer(const Names& names, const SiteProfile& profile, const Cluster& cluster)
      : names_(names), script_(names.script), profile_(profile), cluster_(cluster) {
    found_.site = format("{}/{}", profile.center, cluster.name);
  }

  SiteCandidate score() {
    score_clusters();
    score_account();
    score_partitions();
    score_gpu_types();
    score_features();
    if (const Directive* qos = valued("qos")) {
      if (cluster_.find_qos(*qos->value) != nullptr) add(kCommon, "QOS", *qos->value);
    }
    score_modules();
    return std::move(found_);
  }

 private:
  const Directive* valued(std::string_view option) const {
    const Directive* directive = script_.find(option);
    return directive != nullptr && directive->value ? directive : nullptr;
  }

  void add(int weight, const char* noun, std::string_view name) {
    found_.score += weight;
    const std::string clue = format("{} '{}'", noun, name);
    if (weight > 0 && !contains(found_.clues, clue)) found_.clues.push_back(clue);
  }

  void score_clusters() {
    const std::vector<std::string>& names = names_.clusters;
    if (names.empty() && cluster_.needs_clusters_option) add(-kKnown, "cluster", cluster_.name);
    for (const std::string& name : names) {
      const Cluster* named = find_named_cluster(profile_, name);
      add(named == &cluster_ ? kNamed : -kNamed, "cluster", name);
    }
  }

  void score_account() {
    const Directive* account = valued("account");
    const DirectiveRule* rule = cluster_.find_rule("account");
    if (account == nullptr || rule == nullptr || rule->pattern.empty()) return;
    add(matches(rule->pattern, *account->value) ? kKnown : -kKnown, "account", *account->value);
  }

  void score_partitions() {
    const Directive* partition = valued("partition");
    if (partition == nullptr || cluster_.partitions.empty()) return;
    for (const std::string_view name : split(*partition->value, ',')) {
      const Partition* known = cluster_.find_partition(std::string(name));
      add(known != nullptr ? kKnown : -kKnown, "partition", name);
    }
    const DirectiveRule* rule = cluster_.find_rule("partition");
    if (rule != nullptr && rule->use == Use::Forbidden) found_.score -= kCommon;
  }

  void score_gpu_types() {
    for (const std::string& type : names_.gpu_types) {
      const bool known = std::any_of(cluster_.gpus.begin(), cluster_.gpus.end(),
                                     [&](const GpuType& one) { return one.gres == type; });
      add(known ? kKnown : -kKnown, "GPU type", type);
    }
  }

  void score_features() {
    if (names_.features.empty()) return;
    std::vector<std::string> known = known_features(cluster_);
    known.insert(known.end(), cluster_.unplaced_features.begin(), cluster_.unplaced_features.end());
    for (const std::string& feature : names_.features) {
      add(contains(known, feature) ? kKnown : -kKnown, "feature", feature);
    }
  }

  bool has_module(const std::string& name) const {
    return std::any_of(cluster_.stacks.begin(), cluster_.stacks.end(), [&](const Stack& stack) {
      return std::any_of(stack.modules.begin(), stack.modules.end(),
                         [&](const PlacedText& one) { return one.value == name; });
    });
  }

  /// Modules of a stack; a center has many more, so another one speaks against nothing.
  void score_modules() {
    for (const BodyWord& module : names_.modules) {
      if (has_module(module.text)) return add(kCommon, "module", module.text);
    }
  }

  const Names& names_;
  const BatchScript& script_;
  const SiteProfile& profile_;
  const Cluster& cluster_;
  SiteCandidate found_;
};

}  // namespace

SiteGuess guess_site(const ParsedScript& script, const std::vector<SiteProfile>& profiles) {
  SiteGuess guess;
  const Names names = names_in(script.script);
  for (const SiteProfile& profile : profiles) {
    for (const Cluster& cluster : profile.clusters) {
      if (cluster.scheduler == Scheduler::None) continue;
      SiteCandidate candidate = Scorer(names, profile, cluster).score();
      if (!candidate.clues.empty()) guess.candidates.push_back(std::move(candidate));
    }
  }
  std::stable_sort(
      guess.candidates.begin(), guess.candidates.end(),
      [](const SiteCandidate& one, const SiteCandidate& other) { return one.score > other.score; });
  std::erase_if(guess.candidates,
                [best = guess.candidates.empty() ? 0 : guess.candidates.front().score](
                    const SiteCandidate& one) { return one.score <= best - kClearLead; });
  return guess;
}

}  // namespace gpujob
