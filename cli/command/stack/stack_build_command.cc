// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/job/request_options.h"
#include "command/stack/documented_stack.h"
#include "jobs/build/environment.h"
#include "jobs/session/site_selection.h"
#include "render/render.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kStackBuildExamples = {{
    {"gpujob stack build NAME --site SITE", "make the environment, on the login node"},
    {"gpujob stack build NAME --site SITE --dry-run", "show the script that makes it"},
    {"gpujob submit python.sh --site SITE --gpu GPU --stack NAME", "use it"},
}};
constexpr std::array<ArgumentSpec, 1> kStackBuildArguments = {
    {{"NAME", "a stack with a recipe; 'gpujob stack list' lists them"}}};
constexpr std::array<OptionSpec, 6> kStackBuildOptions = {
    {kSiteOption,
     {.name = "gpu",
      .value = "KEY",
      .help = "where GPU types have a stack of their own: this type's",
      .completes = Completes::Gpu},
     kProfilePathOption,
     kHereOption,
     {.name = "dry-run", .help = "print the script; change nothing", .group = "Output"},
     kJsonFormatOption}};

struct StackBuildOptions : PlaceOptions {
  std::string gpu;
  bool dry = false;
};

StackBuildOptions parse_stack_build(const Arguments& arguments) {
  return {parse_place(arguments), arguments.value_or("gpu", ""), arguments.has("dry-run")};
}

/// The stack of this name that has a recipe.
Result<DocumentedStack> find_recipe(const World& world, const Selection& site,
                                    const StackBuildOptions& options) {
  const std::string& name = options.words[0];
  const auto named = stacks_named(world, site, name);
  if (!named) return named.failure();
  const Stack* wanted = site.get().find_stack(name, options.gpu);
  for (const DocumentedStack& one : *named) {
    if (one.stack->recipe && (one.stack == wanted || wanted == nullptr)) return one;
  }
  return Failure{ExitCode::Usage, format("stack '{}'", name), "there is nothing to make",
                 "its modules are all of it",
                 format("'gpujob submit SCRIPT --stack {}' uses it as it is", name)};
}

Result<std::string> render_script(DataFiles& data_files, const EnvironmentPlan& plan) {
  const auto templates = data_files.templates();
  if (!templates) return templates.failure();
  return render_environment(plan, **templates);
}

CommandResult run_stack_build(const StackBuildOptions& options, Session& session) {
  World& world = session.world;
  const auto site = session.site(options.place);
  if (!site) return site.failure();
  const auto one = find_recipe(world, *site, options);
  if (!one) return one.failure();
  const EnvironmentPlan plan = plan_environment(site->get(), *one->stack, one->environment);
  const auto script = render_script(session.data_files, plan);
  if (!script) return script.failure();
  if (!options.dry) {
    // A profile may have another recipe than the one that was followed.
    const auto followed = world.read_if_present(one->environment + ".sh");
    if (!followed) return followed.failure();
    const bool is_other = *followed && **followed != *script;
    if (!one->is_made || is_other) {
      auto made = make_environment(session, *site, options.place, plan, one->stack->name, *script);
      if (!made) return made.failure();
    }
  }
  if (options.json) {
    Json document = json_document("stack-build");
    document["site"] = site_name(*site->profile, site->get());
    document["stack"] = one->stack->name;
    document["environment"] = one->environment;
    document["made"] = one->is_made || !options.dry;
    document["script"] = *script;
    world.out(dump_json(document));
  } else {
    world.out(options.dry ? *script : one->environment + "\n");
  }
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kStackBuildCommand = {
    .name = "stack build",
    .summary = "make the Python environment that a center documents",
    .description =
        "Follows the recipe of the profile on this machine, which must be a login node of the "
        "center: module purge, modules, python3 -m venv, pip. The environment is kept, and "
        "'gpujob submit SCRIPT --stack NAME' loads the modules and activates it. It is made once, "
        "and again when the profile's recipe has changed. To make it in a job, submit the script "
        "that --dry-run prints.",
    .examples = kStackBuildExamples,
    .arguments = kStackBuildArguments,
    .option_sets = {kStackBuildOptions},
    .run = run_command<parse_stack_build, run_stack_build>,
};

}  // namespace gpujob
