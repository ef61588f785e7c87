// SPDX-License-Identifier: MIT
#include "jobs/results/reference_store.h"

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

Result<std::vector<std::string>> chosen_workloads(const World& world,
                                                  const std::vector<std::string>& named) {
  if (!named.empty()) return named;
  return referenced_workloads(world);
}

Result<std::vector<std::string>> referenced_workloads(const World& world) {
  const auto names = world.list(references_directory(world));
  if (!names) return names.failure();
  std::vector<std::string> workloads;
  for (const std::string& name : *names) {
    if (!name.ends_with(kEnding)) continue;
    workloads.push_back(name.substr(0, name.size() - kEnding.size()));
  }
  return workloads;
}

Result<References> load_references(const World& world, const std::string& workload) {
  const std::string path = references_path(world, workload);
  const auto text = world.read_if_present(path);
  if (!text) return text.failure();
  return *text ? read_references(path, **text) : References{workload, {}};
}

}  // namespace gpujob
