// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/job/request_options.h"
#include "command/stack/documented_stack.h"
#include "jobs/session/site_selection.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> kStackShowExamples = {
    {{"gpujob stack show NAME --site SITE", "its modules, its environment and their sources"}}};
constexpr std::array<ArgumentSpec, 1> kStackShowArguments = {
    {{"NAME", "a stack; 'gpujob stack list' lists them"}}};
constexpr std::array<OptionSpec, 3> kStackShowOptions = {kSiteOption, kProfilePathOption,
                                                         kJsonFormatOption};

std::string purge_text(Purge purge) {
  if (purge == Purge::None) return "";
  return purge == Purge::Force ? "  first: module --force purge\n" : "  first: module purge\n";
}

std::string environment_lines(const DocumentedStack& one, const std::string& site) {
  std::string out;
  const auto add = [&](const char* what, const std::string& text) {
    if (!text.empty()) out += format("  {}: {}\n", what, text);
  };
  const Stack& stack = *one.stack;
  for (const PlacedText& spec : stack.spack) add("spack load", spec.value);
  if (stack.venv) add("environment", stack.venv->value);
  if (stack.conda) add("conda activate", stack.conda->value);
  if (stack.container) add("runs in the container", stack.container->value);
  for (const auto& [name, value] : stack.environment) add("variable", format("{}={}", name, value));
  if (!stack.recipe) return out;
  const Recipe& recipe = *one.stack->recipe;
  out += format("  environment: {} ({})\n", one.environment, one.is_made ? "made" : "not made");
  out += format("  pip installs: {}\n", join(recipe.packages, " "));
  if (recipe.system_packages) out += "  it sees the packages of the modules\n";
  if (!one.is_made)
    out += format("  to make it: gpujob stack build {} --site {}\n", one.stack->name, site);
  return out;
}

std::string stack_text(const Selection& selection, const DocumentedStack& one) {
  const Stack& stack = *one.stack;
  const std::string site = site_name(*selection.profile, selection.get());
  std::string out = format("{} at {}\n", stack.name, site);
  if (!stack.gpus.empty()) out += format("  for: {}\n", join(stack.gpus, ", "));
  out += purge_text(stack.purge);
  for (const PlacedText& directory : stack.module_use)
    out += format("  modules of: {}\n", directory.value);
  for (const PlacedText& module : stack.modules) out += format("  module: {}\n", module.value);
  if (stack.modules.empty()) out += "  module: none\n";
  out += environment_lines(one, site);
  if (stack.launcher) out += format("  launcher: {}\n", stack.launcher->value);
  if (!stack.toolkit.empty()) out += format("  toolkit: {}\n", stack.toolkit);
  if (!stack.compiler.empty()) out += format("  compiler: {}\n", stack.compiler);
  const Source& source = selection.get().sources[stack.source];
  for (const std::string& page : source.pages)
    out += format("  source: {} (read {})\n", page, source.checked);
  if (!source.note.empty()) out += format("  note: {}\n", source.note);
  return out;
}

CommandResult run_stack_show(const PlaceOptions& options, Session& session) {
  World& world = session.world;
  const auto site = session.site(options.place);
  if (!site) return site.failure();
  const auto stacks = stacks_named(world, *site, options.words[0]);
  if (!stacks) return stacks.failure();
  if (options.json) {
    world.out(dump_json(stacks_document(*site, *stacks)));
    return status_of(ExitCode::Done);
  }
  for (const DocumentedStack& one : *stacks) world.out(stack_text(*site, one));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kStackShowCommand = {
    .name = "stack show",
    .summary = "one stack: modules, environment, sources",
    .description = "",
    .examples = kStackShowExamples,
    .arguments = kStackShowArguments,
    .option_sets = {kStackShowOptions},
    .run = run_command<parse_place, run_stack_show>,
};

}  // namespace gpujob
