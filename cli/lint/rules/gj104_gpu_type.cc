// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "lint/finding.h"
#include "lint/rules/rules.h"

// Type names are case-sensitive in Slurm. Silent if the profile does not know the name of every
// type.

namespace gpujob {

namespace {

/// `--gres=TYPE:1`, where it should be `gpu:TYPE:1`.
void check_gres_name(const Directive* gres, const std::vector<std::string>& types,
                     const LintContext& context, Diagnostics& found) {
  if (gres == nullptr || !gres->value) return;
  for (const std::string_view item : split(*gres->value, ',')) {
    const std::string name(item.substr(0, item.find(':')));
    const std::optional<std::string> type = other_capitals(name, types);
    if (!type) continue;
    const std::string meant = format("gpu:{}{}", *type, item.substr(name.size()));
    found.push_back(error(context, gres->place(),
                          format("--gres: '{}' is a GPU type, not a resource", name),
                          "sbatch refuses: \"Invalid generic resource (gres) specification\"",
                          format("write '{}'", meant)));
    std::string corrected;
    for (const std::string_view other : split(*gres->value, ',')) {
      corrected += corrected.empty() ? "" : ",";
      corrected += other == item ? std::string_view(meant) : other;
    }
    found.back().edit = value_edit(*gres, corrected);
  }
}

}  // namespace

void check_gpu_type(const ParsedScript& script, const ResourceRequest& request,
                    const LintContext& context, Diagnostics& found) {
  std::vector<std::string> types;
  types.reserve(context.cluster.gpus.size());
  for (const GpuType& gpu : context.cluster.gpus) types.push_back(gpu.gres);
  if (types.empty() || std::find(types.begin(), types.end(), "") != types.end()) return;
  std::sort(types.begin(), types.end());
  types.erase(std::unique(types.begin(), types.end()), types.end());
  check_gres_name(script.script.find("gres"), types, context, found);
  for (const GpuRequest& gpu : request.gpu_requests) {
    const bool known = std::find(types.begin(), types.end(), gpu.type) != types.end();
    if (gpu.type.empty() || known) continue;
    found.push_back(
        error(context, gpu.place, "no GPU type '" + gpu.type + "'",
              format("{} has {}; capitals count", context.cluster.name, join(types, ", ")),
              did_you_mean(gpu.type, types)));
    const Directive* option = script.script.find(gpu.option);
    const std::optional<std::string> meant = other_capitals(gpu.type, types);
    if (option == nullptr || !meant) continue;
    found.back().edit = value_edit(*option, with_name(*option->value, gpu.type, *meant));
  }
}

}  // namespace gpujob
