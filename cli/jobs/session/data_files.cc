// SPDX-License-Identifier: MIT
#include "jobs/session/data_files.h"

#include <algorithm>

#include "base/format.h"
#include "base/paths.h"
#include "base/sha256.h"

namespace gpujob {

namespace {

/// Every `*.sh` of the folders, the first folder that has a name wins.
Result<TemplateSet> load_templates(const World& world, const std::vector<std::string>& path) {
  TemplateSet templates;
  for (const std::string& directory : path) {
    const auto names = world.list(directory);
    if (!names) return names.failure();
    for (const std::string& name : *names) {
      if (!name.ends_with(".sh") || templates.contains(name)) continue;
      const std::string file = join_path(directory, name);
      auto text = world.read_file(file);
      if (!text) return text.failure();
      auto read = read_template(file, *text);
      if (!read) return read.failure();
      templates[name] = *std::move(read);
    }
  }
  if (!templates.contains("job.sh")) {
    return Failure{ExitCode::Failed, "templates", "no job.sh found",
                   format("looked in {}", join(path, ", ")),
                   "set GPUJOB_DATA_DIR to the installed share/gpujob"};
  }
  return templates;
}

}  // namespace

DataFiles::DataFiles(const World& world, std::vector<std::string> extra)
    : world_(world),
      extra_(std::move(extra)),
      profile_path_(search_path(world, "profiles", extra_)),
      profiles_(world, profile_path_),
      workloads_(world, search_path(world, "workloads", extra_)) {}

Result<const GpuCatalogue*> DataFiles::catalogue() {
  if (!catalogue_) {
    auto loaded = load_gpu_catalogue(world_, profile_path_);
    if (!loaded) return loaded.failure();
    catalogue_ = *std::move(loaded);
  }
  return &*catalogue_;
}

Result<const GpuCatalogue*> DataFiles::catalogue_for(const Cluster& cluster) {
  std::vector<std::string> ids;
  ids.reserve(cluster.gpus.size());
  for (const GpuType& type : cluster.gpus) ids.push_back(type.model);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  if (ids.empty()) return catalogue();  // a machine without a scheduler may have any
  if (!few_models_) {
    auto loaded = load_gpu_catalogue(world_, profile_path_, ids);
    if (!loaded) return loaded.failure();
    few_models_ = *std::move(loaded);
  }
  const bool enough = std::all_of(ids.begin(), ids.end(), [&](const std::string& id) {
    return few_models_->find(id) != nullptr;
  });
  return enough ? &*few_models_ : catalogue();
}

Result<const TemplateSet*> DataFiles::templates() {
  if (!templates_) {
    auto loaded = load_templates(world_, search_path(world_, "templates", extra_));
    if (!loaded) return loaded.failure();
    templates_ = *std::move(loaded);
  }
  return &*templates_;
}

const std::vector<AccountPattern>& DataFiles::account_patterns() {
  if (!account_patterns_) account_patterns_ = profiles_.account_patterns();
  return *account_patterns_;
}

const ProfileVersion& DataFiles::version_of(const Selection& site) {
  constexpr std::size_t kDigits = 12;
  const auto [entry, is_new] = versions_.try_emplace(site.profile->file + " " + site.cluster);
  if (!is_new) return entry->second;
  ProfileVersion& version = entry->second;
  version.sha256 = sha256(site.profile->text).substr(0, kDigits);
  for (const Source& source : site.get().sources) {
    version.checked = std::max(version.checked, source.checked);
  }
  return version;
}

}  // namespace gpujob
