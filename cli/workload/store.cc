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

std::vector<std::string> WorkloadStore::names() const {
  std::set<std::string> names;
  for (const std::string& directory : path_) {
    for (const std::string& name : world_.list(directory).value_or({})) {
      const bool manifest =
          is_name(name) && world_.kind(manifest_of(directory, name)) == FileKind::File;
      if (manifest) names.insert(name);
    }
  }
  return {names.begin(), names.end()};
}

std::optional<std::string> WorkloadStore::manifest(const std::string& name) const {
  if (!is_name(name)) return std::nullopt;
  for (const std::string& directory : path_) {
    std::string file = manifest_of(directory, name);
    if (world_.kind(file) == FileKind::File) return file;
  }
  return std::nullopt;
}

Result<Workload> WorkloadStore::find(const std::string& name) const {
  if (const auto file = manifest(name)) {
    const Result<std::string> text = world_.read_file(*file);
    if (!text) return text.failure();
    Result<Workload> workload = read_workload(*file, *text);
    if (!workload) return workload;
    const std::string folder = file->substr(0, file->rfind('/'));
    workload->folder =
        folder.starts_with('/') ? folder : format("{}/{}", world_.working_directory(), folder);
    if (workload->name == name) return workload;
    return Failure(ExitCode::Invalid, *file, format("the workload is '{}'", workload->name),
                   "a workload's folder has its name",
                   format("rename the folder to '{}'", workload->name));
  }
  std::string fix = did_you_mean(name, names());
  if (fix.empty()) fix = "'gpujob workload list' shows all";
  return Failure(ExitCode::Usage, format("workload '{}'", name), "no workload of this name",
                 format("looked in {}", join(path_, ", ")), fix);
}

std::vector<Workload> WorkloadStore::all(Diagnostics& problems) const {
  std::vector<Workload> workloads;
  for (const std::string& name : names()) {
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
