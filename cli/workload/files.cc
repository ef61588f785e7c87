// SPDX-License-Identifier: MIT
#include "workload/files.h"

#include "base/format.h"
#include "base/paths.h"

namespace gpujob {

Diagnostics missing_files(const World& world, const Workload& workload, const std::string& folder) {
  std::vector<std::string> needed;
  if (!workload.builds.empty()) needed.push_back(workload.name + ".cc");
  constexpr std::string_view here = "{{folder}}/";
  for (const std::string& word : workload.command) {
    if (word.starts_with(here)) needed.push_back(word.substr(here.size()));
  }
  Diagnostics found;
  for (const std::string& name : needed) {
    if (world.kind(join_path(folder, name)) != FileKind::Absent) continue;
    const bool built = !workload.builds.empty();
    found.push_back({"", Severity::Error, workload.file, format("no '{}' beside it", name),
                     built ? "a build compiles it" : "the command names it",
                     built ? "write it" : "write it, or correct the command", ""});
  }
  return found;
}

}  // namespace gpujob
