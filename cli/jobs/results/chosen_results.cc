// SPDX-License-Identifier: MIT
#include "jobs/results/chosen_results.h"

#include <set>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "report/group_key.h"
#include "store/run_query.h"

// What was measured is asked first; profiles and manifests only for a word that was not, since
// reading all of them takes longer.

namespace gpujob {

namespace {

using Words = std::set<std::string>;

constexpr std::size_t kMostListed = 20;

Failure unknown(const std::string& what, const std::string& key, const std::string& word,
                const Words& known) {
  const std::vector<std::string> words(known.begin(), known.end());
  std::string near = did_you_mean(word, words);
  if (!near.empty() && !key.empty())
    near = format("did you mean '{}={}'?", key, nearest(word, words));
  return {ExitCode::Usage, what, "unknown",
          words.size() > kMostListed
              ? format("no profile and no result has this {}", key.empty() ? "key" : key)
              : format("{} is one of {}", key.empty() ? "it" : key, join(words, ", ")),
          near};
}

/// The manifest of a workload; of all if `workload` is empty.
std::vector<Workload> manifests_of(const DataFiles& data_files, const std::string& workload) {
  Diagnostics broken;  // 'gpujob workload check' tells of them
  if (workload.empty()) return data_files.workloads().all(broken);
  auto one = data_files.workloads().find(workload);
  return one ? std::vector<Workload>{*std::move(one)} : std::vector<Workload>{};
}

void add_parameters(const std::vector<Workload>& manifests, Words& words) {
  for (const Workload& manifest : manifests) {
    for (const Parameter& parameter : manifest.parameters) words.insert(parameter.name);
  }
}

void add_from_manifests(const std::vector<Workload>& manifests, std::string_view key,
                        Words& words) {
  for (const Workload& manifest : manifests) {
    if (key == "backend") words.insert(manifest.backends.begin(), manifest.backends.end());
    if (key == "precision") words.insert(manifest.precisions.begin(), manifest.precisions.end());
    if (key != "variant") continue;
    for (const Variant& variant : manifest.variants) words.insert(variant.name);
  }
}

void add_from_profiles(const DataFiles& data_files, std::string_view key, Words& words) {
  Diagnostics broken;  // 'gpujob site check' tells of them
  for (const SiteProfile& profile : data_files.profiles().outlines(broken)) {
    if (key == "site") words.insert(profile.center);
    for (const Cluster& cluster : profile.clusters) {
      if (key == "cluster") words.insert(cluster.name);
      if (key != "gpu") continue;
      for (const GpuType& gpu : cluster.gpus) words.insert({gpu.key, gpu.model});
    }
  }
}

/// One look at what was measured, then at what is known.
class WhereCheck {
 public:
  WhereCheck(const World& world, std::vector<LaunchConfig> measured, std::string workload)
      : library_(world, {}), measured_(std::move(measured)), workload_(std::move(workload)) {}

  /// Is there such a key or parameter? `what` begins the failure if not.
  Status check_name(const std::string& what, const std::string& name) {
    if (!LaunchKey(name).is_parameter()) return {};
    Words words;
    for (const LaunchConfig& setting : measured_) {
      for (const auto& [parameter, value] : setting.parameters) words.insert(parameter);
    }
    if (words.count(name) == 0) add_parameters(manifests_of(library_, workload_), words);
    if (words.count(name) > 0) return {};
    for (const GroupKey& key : group_keys()) words.insert(std::string(key.name));
    return unknown(what, "", name, words);
  }

  Status check(const std::string& text, const std::string& name, const std::string& value) {
    const std::string what = format("--where '{}'", text);
    const LaunchKey key(name);
    if (key.is_parameter()) return check_name(what, name);
    if (key.is_of_launch()) return {};  // days and runs are endless
    Words words;
    for (const LaunchConfig& setting : measured_) {
      words.insert(key.of(setting));
      if (name == "gpu") words.insert(setting.gpu_key);
    }
    if (words.count(value) > 0) return {};
    const std::size_t measured = words.size();
    add_from_profiles(library_, name, words);
    add_from_manifests(manifests_of(library_, workload_), name, words);
    const bool is_open = words.size() == measured;  // such a key has no list of values
    if (is_open || words.count(value) > 0) return {};
    return unknown(what, name, value, words);
  }

 private:
  DataFiles library_;
  std::vector<LaunchConfig> measured_;
  std::string workload_;
};

constexpr std::string_view kTagPrefix = "tag.";
constexpr std::string_view kNameKey = "name";

/// Takes a pair that chooses runs by what the user calls them.
bool take_label(const std::string& key, const std::string& value, RunFilter& labels) {
  if (key == kNameKey) {
    labels.name = value;
  } else if (key.starts_with(kTagPrefix)) {
    labels.tags.emplace_back(key.substr(kTagPrefix.size()), value);
  } else {
    return false;
  }
  return true;
}

/// The runs of that name and with these tags. Those whose tags cannot be read are named.
Status choose_runs(Session& session, RunIndex& index, const RunFilter& labels,
                   CompareOptions& wanted) {
  if (labels.name.empty() && labels.tags.empty()) return {};
  const auto rows = index.find(labels);
  if (!rows) return rows.failure();
  if (rows->empty()) {
    if (auto known = check_tags(index, "--where", labels.tags); !known) return known;
  }
  const auto unread = index.unread_tags();
  if (!unread) return unread.failure();
  session.listener->remark(*unread);
  wanted.runs.emplace();
  for (const RunRow& row : *rows) wanted.runs->insert(row.id);
  return {};
}

}  // namespace

Status check_tags(RunIndex& index, const std::string& option,
                  const std::vector<std::pair<std::string, std::string>>& tags) {
  if (tags.empty()) return {};
  const auto known = index.tags();
  if (!known) return known.failure();
  for (const auto& [key, value] : tags) {
    const std::string tag = format("{}={}", key, value);
    if (contains(*known, tag)) continue;
    std::string near = did_you_mean(tag, *known);
    return Failure(ExitCode::Usage, format("option '{}'", option),
                   format("no run has the tag '{}'", printable(tag)), "",
                   near.empty() ? "'gpujob tag RUN KEY=VALUE' sets one" : std::move(near));
  }
  return {};
}

Result<CompareOptions> chosen_results(Session& session, RunIndex& index, const ResultChoice& choice,
                                      const std::string& workload) {
  CompareOptions wanted;
  wanted.workload = workload;
  auto since = start_of(choice.since, session.world.now());
  if (!since) return since.failure();
  wanted.since = *std::move(since);
  if (choice.where.empty()) return wanted;
  auto measured = index.settings(workload);
  if (!measured) return measured.failure();
  WhereCheck known(session.world, *std::move(measured), workload);
  RunFilter labels;
  for (const std::string& pair : choice.where) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0) {
      return Failure(ExitCode::Usage, format("--where '{}'", pair), "not of the form KEY=VALUE");
    }
    const std::string key = pair.substr(0, equals), value = pair.substr(equals + 1);
    if (take_label(key, value, labels)) continue;
    if (auto right = known.check(pair, key, value); !right) return right.failure();
    wanted.where.emplace_back(key, value);
  }
  if (auto chosen = choose_runs(session, index, labels, wanted); !chosen) return chosen.failure();
  return wanted;
}

Status check_by(const World& world, RunIndex& index, const CompareOptions& wanted) {
  if (parameters_in(wanted.by).empty()) return {};
  auto measured = index.settings(wanted.workload);
  if (!measured) return measured.failure();
  WhereCheck known(world, *std::move(measured), wanted.workload);
  for (const std::string& name : wanted.by) {
    if (auto right = known.check_name(format("--by '{}'", name), name); !right) return right;
  }
  return {};
}

}  // namespace gpujob
