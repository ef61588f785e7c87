// SPDX-License-Identifier: MIT
#include "command/sandbox/sandbox_options.h"

#include "base/format.h"

namespace gpujob {

namespace {

/// `site` is a center, a cluster, or both.
bool is_of_site(const SandboxRecord& record, const std::string& site) {
  return record.site() == site || record.center == site || record.cluster == site;
}

Failure not_one(const std::vector<SandboxRecord>& found) {
  if (found.empty()) {
    return {ExitCode::Usage, "sandbox", "none exists", "",
            "start one with 'gpujob sandbox up --site SITE'"};
  }
  std::string names;
  for (const SandboxRecord& record : found) {
    names += (names.empty() ? "" : ", ") + record.name;
  }
  return {ExitCode::Usage, "sandbox", format("there are {}", found.size()), names,
          "say which with --name"};
}

}  // namespace

SandboxChoice parse_sandbox(const Arguments& arguments) {
  return {parse_common(arguments), arguments.value("name"), arguments.value("site")};
}

Result<std::vector<SandboxRecord>> named_sandboxes(World& world, const SandboxChoice& choice,
                                                   Diagnostics& problems) {
  if (choice.name) {
    auto record = load_record(world, *choice.name);
    if (!record) return record.failure();
    return std::vector<SandboxRecord>{*std::move(record)};
  }
  std::vector<SandboxRecord> found = all_sandboxes(world, problems);
  if (const auto& site = choice.site) {
    std::erase_if(found, [&](const SandboxRecord& record) { return !is_of_site(record, *site); });
  }
  return found;
}

Result<SandboxRecord> one_sandbox(World& world, const SandboxChoice& choice) {
  Diagnostics problems;
  auto found = named_sandboxes(world, choice, problems);
  if (!found) return found.failure();
  if (found->size() == 1) return std::move(found->front());
  Failure failure = not_one(*found);
  append(failure.diagnostics, std::move(problems));
  return failure;
}

}  // namespace gpujob
