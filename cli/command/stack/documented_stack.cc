// SPDX-License-Identifier: MIT
#include "command/stack/documented_stack.h"

#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/args/output.h"
#include "command/site/site_text.h"
#include "contract/backends.h"
#include "plan/draft.h"
#include "plan/stack_choice.h"

namespace gpujob {

Result<std::vector<DocumentedStack>> documented_stacks(const World& world, const Selection& site) {
  const std::string environments = join_path(data_home(world), "environments");
  std::vector<DocumentedStack> all;
  for (const Stack& stack : site.get().stacks) {
    DocumentedStack& one = all.emplace_back();
    one.stack = &stack;
    if (!stack.recipe) continue;
    one.environment = made_environment(environments, site.profile->center, site.get().name, stack);
    const auto made = world.is_file(join_path(one.environment, std::string(kInstalledPackages)));
    if (!made) return made.failure();
    one.is_made = *made;
  }
  return all;
}

Result<std::vector<DocumentedStack>> stacks_named(const World& world, const Selection& site,
                                                  const std::string& name) {
  auto all = documented_stacks(world, site);
  if (!all) return all;
  std::vector<std::string> known;
  for (const DocumentedStack& one : *all) {
    if (std::find(known.begin(), known.end(), one.stack->name) == known.end())
      known.push_back(one.stack->name);
  }
  std::erase_if(*all, [&](const DocumentedStack& one) { return one.stack->name != name; });
  if (!all->empty()) return all;
  const std::string where = format("site '{}'", site_name(*site.profile, site.get()));
  if (!known.empty()) return unknown_name(where, "stack", name, known);
  return Failure{ExitCode::Usage, where, format("no stack '{}'", printable(name)),
                 "its profile has no stacks"};
}

std::vector<std::string> undocumented_stacks(const Cluster& cluster, const GpuCatalogue& models) {
  std::vector<std::string> missing;
  for (const Backend& backend : kBackends) {
    bool is_of_use = false;
    bool is_there = false;
    for (const GpuType& type : cluster.gpus) {
      const GpuModel* const model = models.find(type.model);
      if (model == nullptr || to_string(model->vendor) != backend.vendor) continue;
      is_of_use = true;
      is_there = is_there || cluster.find_stack(std::string(backend.stack), type.key) != nullptr;
    }
    if (is_of_use && !is_there) missing.emplace_back(backend.stack);
  }
  return missing;
}

std::string environment_text(const DocumentedStack& documented) {
  const Stack& stack = *documented.stack;
  if (stack.venv) return stack.venv->value;
  if (stack.conda) return "conda " + stack.conda->value;
  if (stack.container) return "container " + stack.container->value;
  if (!stack.recipe) return "none";
  return format("{}; {}", join(stack.recipe->packages, " "),
                documented.is_made ? "made" : "not made");
}

Json stacks_document(const Selection& site, const std::vector<DocumentedStack>& stacks) {
  Json document = json_document("stacks");
  document["site"] = site_name(*site.profile, site.get());
  document["stacks"] = Json::array();
  for (const DocumentedStack& one : stacks) {
    Json object = stack_json(*one.stack);
    const Source& source = site.get().sources[one.stack->source];
    object["sources"] = source.pages;
    object["checked"] = source.checked;
    if (!source.note.empty()) object["note"] = source.note;
    if (!one.environment.empty()) {
      object["environment"] = one.environment;
      object["made"] = one.is_made;
    }
    document["stacks"].push_back(std::move(object));
  }
  return document;
}

}  // namespace gpujob
