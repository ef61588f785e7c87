// SPDX-License-Identifier: MIT
#include "plan/stack_choice.h"

#include "base/format.h"
#include "base/text.h"
#include "contract/backends.h"

namespace gpujob {

namespace {

PurgeModules purge_of(Purge purge) {
  switch (purge) {
    case Purge::None:
      return PurgeModules::No;
    case Purge::Plain:
      return PurgeModules::Plain;
    case Purge::Force:
      return PurgeModules::Force;
  }
  return PurgeModules::No;
}

void report_missing(Draft& draft, const std::string& name, const std::optional<GpuChoice>& gpu) {
  const std::string on = gpu ? format(" on {}", gpu->type.key) : "";
  draft.report(
      {"gp203", Severity::Error, draft.at_site(),
       format("the modules of a '{}' program{} are not documented", name, on),
       format("stack '{}' is missing", name),
       format("ask the center and add the stack to {}", file_to_complete(draft.input.profile)),
       ""});
}

std::vector<std::string> values_of(const std::vector<PlacedText>& texts) {
  std::vector<std::string> values;
  for (const PlacedText& text : texts) values.push_back(text.value);
  return values;
}

std::string environment_of(const Draft& draft, const Stack& stack) {
  return made_environment(draft.request.paths.environments, draft.input.profile.center,
                          draft.cluster().name, stack);
}

}  // namespace

std::string stack_of(const std::string& backend) {
  const Backend* const row = find_backend(backend);
  return row == nullptr ? backend : std::string(row->stack);
}

const Stack* find_stack(const Draft& draft, const std::string& name,
                        const std::optional<GpuChoice>& gpu) {
  return draft.cluster().find_stack(name, gpu ? gpu->type.key : "");
}

const Stack* choose_stack(Draft& draft, const std::string& backend,
                          const std::optional<GpuChoice>& gpu) {
  const Workload* workload = manifest_of(draft.input);
  const bool own = workload != nullptr && !workload->stack.empty();
  const std::string name = own ? workload->stack : stack_of(backend);
  const Stack* stack = find_stack(draft, name, gpu);
  if (stack == nullptr) {
    const bool needed = draft.has_scheduler() && name != "cpu";
    if (needed) report_missing(draft, name, gpu);
    return nullptr;
  }
  if (gpu) check_toolkit(draft, *stack, gpu->model);
  return stack;
}

void check_toolkit(Draft& draft, const Stack& stack, const GpuModel& model) {
  const auto major = parse_integer(split(stack.toolkit, '.').front());
  const std::string limit = major ? toolkit_limit(model, *major) : "";
  if (limit.empty()) return;
  draft.report(
      {"gp204", Severity::Error, draft.at_site(),
       format("CUDA {} of stack '{}' does not compile for {}", stack.toolkit, stack.name,
              model.name),
       limit,
       format("give the GPU type its own stack in {}", file_to_complete(draft.input.profile)), ""});
}

std::string made_environment(const std::string& environments, const std::string& center,
                             const std::string& cluster, const Stack& stack) {
  std::string name = stack.name;
  for (const std::string& gpu : stack.gpus) name += "-" + gpu;
  return format("{}/{}/{}/{}", environments, center, cluster, name);
}

ModuleSteps module_steps(const Stack& stack) {
  ModuleSteps steps;
  steps.purge = purge_of(stack.purge);
  if (!stack.module_use.empty()) steps.use = values_of(stack.module_use);
  steps.modules = values_of(stack.modules);
  if (!stack.spack.empty()) steps.spack = values_of(stack.spack);
  if (stack.venv) steps.venv = stack.venv->value;
  if (stack.conda) steps.conda = stack.conda->value;
  if (!stack.environment.empty()) steps.variables = stack.environment;
  return steps;
}

ModuleSteps module_steps(const Draft& draft, const Stack& stack) {
  ModuleSteps steps = module_steps(stack);
  if (stack.recipe) steps.venv = environment_of(draft, stack);
  return steps;
}

std::string container_option(const GpuModel& model) {
  return model.vendor == Vendor::Nvidia ? "nv" : "rocm";
}

void explain_stack(Draft& draft, const Stack& stack, const std::string& use) {
  if (stack.purge != Purge::None) {
    draft.explain(use + "module purge", stack.purge == Purge::Force ? "--force" : "", From::Profile,
                  stack.origin.text());
  }
  const auto explain = [&](const std::string& what, const std::optional<PlacedText>& text) {
    if (text) draft.explain(use + what, text->value, From::Profile, text->origin.text());
  };
  for (const PlacedText& directory : stack.module_use) explain("module use", directory);
  for (const PlacedText& module : stack.modules)
    draft.explain(use + "module " + module.value, "", From::Profile, module.origin.text());
  for (const PlacedText& spec : stack.spack) explain("spack load", spec);
  explain("venv", stack.venv);
  explain("conda", stack.conda);
  explain("container", stack.container);
  for (const auto& [name, value] : stack.environment)
    draft.explain(format("{}variable {}", use, name), value, From::Profile, stack.origin.text());
  if (stack.recipe)
    draft.explain(use + "venv", environment_of(draft, stack), From::Profile, stack.origin.text());
}

}  // namespace gpujob
