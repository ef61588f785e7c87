// SPDX-License-Identifier: MIT
#include "workload/store.h"

#include <set>

#include "base/format.h"
#include "base/suggest.h"
#include "workload/reader.h"

namespace gpujob {

namespace {

/// Can this be a workload's name? Anything else never becomes part of a path.
bool is_name(const std::string& text) {
  return !text.empty() &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
}

std::string manifest_of(const std::string& directory, const std::string& name) {
  return format("{}/{}/workload.yaml", directory, name);
}

}  // namespace

std::vector<std::string> WorkloadStore::names(Diagnostics& problems) const {
  std::set<std::string> names;
  for (const std::string& directory : path_) {
    const auto folders = world_.list(directory);
    if (!folders) append(problems, folders.failure().diagnostics);
    if (!folders) continue;
    for (const std::string& name : *folders) {
      if (!is_name(name)) continue;
      const FileKind kind = world_.kind(manifest_of(directory, name));
      // What cannot be looked at is named: reading it says why.
      if (kind == FileKind::File || kind == FileKind::Unreadable) names.insert(name);
    }
  }
  return {names.begin(), names.end()};
}

Result<std::optional<std::string>> WorkloadStore::manifest(const std::string& name) const {
  if (!is_name(name)) return std::optional<std::string>{};
  for (const std::string& directory : path_) {
    const std::string file = manifest_of(directory, name);
    const Result<bool> found = world_.is_file(file);
    if (!found) return found.failure();
    if (*found) return std::optional(file);
  }
  return std::optional<std::string>{};
}

Result<Workload> WorkloadStore::find(const std::string& name) const {
  const auto known = loaded_.find(name);
  if (known != loaded_.end()) return known->second;
  Result<Workload> workload = read(name);
  if (workload) loaded_.emplace(name, *workload);
  return workload;
}

Result<Workload> WorkloadStore::read(const std::string& name) const {
  const auto known = manifest(name);
  if (!known) return known.failure();
  if (const std::optional<std::string>& file = *known) {
    const Result<std::string> text = world_.read_file(*file);
    if (!text) return text.failure();
    Result<Workload> workload = read_workload(*file, *text, world_.documents());
    if (!workload) return workload;
    const std::string folder = file->substr(0, file->rfind('/'));
    workload->folder =
        folder.starts_with('/') ? folder : format("{}/{}", world_.working_directory(), folder);
    if (workload->name == name) return workload;
    return Failure(ExitCode::Invalid, *file, format("the workload is '{}'", workload->name),
                   "a workload's folder has its name",
                   format("rename the folder to '{}'", workload->name));
  }
  Diagnostics unlisted;  // a suggestion may be missing for them, nothing else
  std::string fix = did_you_mean(name, names(unlisted));
  if (fix.empty()) fix = "'gpujob workload list' shows all";
  return Failure(ExitCode::Usage, format("workload '{}'", name), "no workload of this name",
                 format("looked in {}", join(path_, ", ")), fix);
}

std::vector<Workload> WorkloadStore::all(Diagnostics& problems) const {
  std::vector<Workload> workloads;
  for (const std::string& name : names(problems)) {
    Result<Workload> workload = find(name);
    if (workload) {
      workloads.push_back(std::move(*workload));
    } else {
      append(problems, workload.failure().diagnostics);
    }
  }
  return workloads;
}

}  // namespace gpujob
