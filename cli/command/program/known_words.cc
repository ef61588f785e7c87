// SPDX-License-Identifier: MIT
#include "command/program/known_words.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "command/args/run_command.h"
#include "jobs/results/reference_store.h"
#include "jobs/session/data_files.h"
#include "jobs/session/run_locator.h"
#include "jobs/session/site_selection.h"
#include "sandbox/record.h"

// Names of profiles and manifests are checked first. Results are searched only for a word that is
// not among them, since that takes longer.

namespace gpujob {

namespace {

using Words = std::set<std::string>;

/// Sites and workloads that runs, results, references and sandboxes name.
struct Seen {
  Words sites;
  Words workloads;

  void add_site(const std::string& center, const std::string& cluster) {
    sites.insert({center, cluster, center + "/" + cluster});
  }
};

Seen seen_here(World& world) {
  Seen seen;
  Diagnostics damaged;  // 'gpujob sandbox list' reports them
  for (const SandboxRecord& sandbox : all_sandboxes(world, damaged)) {
    seen.add_site(sandbox.center, sandbox.cluster);
  }
  // A shell that completes has no place for a problem.
  if (const auto named = referenced_workloads(world)) {
    seen.workloads.insert(named->begin(), named->end());
  }
  Session session = any_session(world);
  auto index = session.runs.index();
  if (!index) return seen;
  if (const auto rows = index->find(RunFilter{})) {
    for (const RunRow& row : *rows) {
      seen.add_site(row.center, row.cluster);
      seen.workloads.insert(row.workload);
    }
  }
  if (const auto configs = index->settings("")) {
    for (const LaunchConfig& config : *configs) {
      seen.add_site(config.site, config.cluster);
      seen.workloads.insert(config.workload);
    }
  }
  return seen;
}

/// "did you mean 'x'?", else `otherwise`.
std::string advice(const std::string& word, Words known, const std::vector<std::string>& more,
                   const char* otherwise) {
  known.insert(more.begin(), more.end());
  const std::vector<std::string> words(known.begin(), known.end());
  const std::string near = did_you_mean(word, words);
  return near.empty() ? otherwise : near;
}

Status check_site(World& world, const DataFiles& data_files, const std::string& site) {
  if (is_known_site(data_files, site)) return {};
  const Seen seen = seen_here(world);
  if (seen.sites.count(site) > 0) return {};
  Diagnostics unlisted;  // only suggestions are made of the names
  return Failure(ExitCode::Usage, format("site '{}'", site), "no center or cluster of this name",
                 "not in any profile or run",
                 advice(site, seen.sites, data_files.profiles().names(unlisted),
                        "'gpujob site list' shows all"));
}

Status check_workload(World& world, const DataFiles& data_files, const std::string& workload) {
  const auto manifest = data_files.workloads().manifest(workload);
  if (!manifest) return manifest.failure();
  if (*manifest) return {};
  Diagnostics unlisted;  // only suggestions are made of the names
  const auto names = data_files.workloads().names(unlisted);
  const Seen seen = seen_here(world);
  if (seen.workloads.count(workload) > 0) return {};
  return Failure(ExitCode::Usage, format("workload '{}'", workload), "no workload of this name",
                 "not in any manifest or result",
                 advice(workload, seen.workloads, names, "'gpujob workload list' shows all"));
}

Status check_directory(const World& world, std::string_view option, const std::string& path) {
  if (world.kind(path) == FileKind::Directory) return {};
  return Failure(ExitCode::Usage, format("option '--{}'", option),
                 format("no directory '{}'", printable(path)));
}

Status check_word(World& world, Completes kind, std::string_view name, const std::string& word) {
  if (kind == Completes::SeenSite) return check_site(world, DataFiles(world, {}), word);
  if (kind == Completes::SeenWorkload) return check_workload(world, DataFiles(world, {}), word);
  if (kind == Completes::FoundDirectory) return check_directory(world, name, word);
  return {};
}

}  // namespace

Status check_known_words(World& world, const Command& command, const Arguments& arguments) {
  Status all;
  for_each_option(command, [&](const OptionSpec& option) {
    for (const std::string& word : arguments.values(option.name)) {
      if (all) all = check_word(world, option.completes, option.name, word);
    }
  });
  const auto& words = arguments.positional();
  for (std::size_t i = 0; all && i < std::min(words.size(), command.arguments.size()); ++i) {
    all = check_word(world, command.arguments[i].completes, "", words[i]);
  }
  return all;
}

}  // namespace gpujob
