// SPDX-License-Identifier: MIT
#include "command/results/reference_store.h"

#include "base/paths.h"

namespace gpujob {

namespace {

constexpr std::string_view kEnding = ".yaml";

std::string references_directory(const World& world) {
  return join_path(config_home(world), "references");
}

}  // namespace

std::string references_path(const World& world, const std::string& workload) {
  return join_path(references_directory(world), workload + std::string(kEnding));
}

std::vector<std::string> referenced_workloads(const World& world) {
  std::vector<std::string> workloads;
  for (const std::string& name : world.list(references_directory(world)).value_or({})) {
    if (!name.ends_with(kEnding)) continue;
    workloads.push_back(name.substr(0, name.size() - kEnding.size()));
  }
  return workloads;
}

Result<References> load_references(const World& world, const std::string& workload) {
  const std::string path = references_path(world, workload);
  if (world.kind(path) == FileKind::Absent) return References{workload, {}};
  const auto text = world.read_file(path);
  if (!text) return text.failure();
  return read_references(path, *text);
}

}  // namespace gpujob
