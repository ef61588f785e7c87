// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/job/request_options.h"
#include "command/stack/documented_stack.h"
#include "jobs/build/build_here.h"
#include "jobs/build/environment.h"
#include "jobs/session/site_selection.h"
#include "render/render.h"
#include "script/quoting.h"

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

Result<std::string> render_script(DataFiles& data_files, const Selection& site,
                                  const DocumentedStack& one) {
  const auto templates = data_files.templates();
  if (!templates) return templates.failure();
  const EnvironmentPlan plan = plan_environment(site.get(), *one.stack, one.environment);
  return render_environment(plan, **templates);
}

/// Runs the script where the modules are: on this machine, which must be the center's.
Status make_environment(Session& session, const Selection& site, const StackBuildOptions& options,
                        const DocumentedStack& one, const std::string& script) {
  const auto endpoint = session.endpoint(site, options.place, Need::Builds);
  if (!endpoint) return endpoint.failure();
  const std::string where = format("stack '{}'", one.stack->name);
  if (endpoint->kind == EndpointKind::Sandbox) {
    return Failure{ExitCode::Scheduler, where, "cannot be made here",
                   "a sandbox has none of the center's modules",
                   "run this on the center's login node, or --dry-run for the script"};
  }
  const std::string file = one.environment + ".sh", log = one.environment + ".log";
  const std::string directory = file.substr(0, file.rfind('/'));
  if (auto made = session.world.make_directory(directory); !made) return made;
  if (auto kept = session.world.write_file(file, script, FileMode::Executable); !kept) return kept;
  auto argv = split_words(site.get().shell.substr(2));
  if (!argv) return argv.failure();
  ProcessRequest request;
  request.argv = *std::move(argv);
  request.argv.push_back(file);
  request.environment = session.world.environment();  // modules need the whole of it
  request.directory = directory;
  request.on_stop = OnStop::End;
  session.world.progress(format("making '{}'", one.stack->name));
  const auto answer = session.world.run(request);
  session.world.progress("");
  if (!answer) return answer.failure();
  if (session.world.interrupted() != 0) {
    return Failure{ExitCode::Failed, where,
                   format("interrupted by signal {}", session.world.interrupted()), "",
                   "run the same command again"};
  }
  if (auto kept = session.world.write_plain(log, answer->out + answer->err, FileMode::Private);
      !kept)
    return kept;
  if (answer->exit_status == 0) return {};
  return Failure{ExitCode::Failed, where,
                 format("its script ended with status {}", answer->exit_status),
                 last_lines(answer->err.empty() ? answer->out : answer->err),
                 format("the full output is in {}", log)};
}

CommandResult run_stack_build(const StackBuildOptions& options, Session& session) {
  World& world = session.world;
  const auto site = session.site(options.place);
  if (!site) return site.failure();
  const auto one = find_recipe(world, *site, options);
  if (!one) return one.failure();
  const auto script = render_script(session.data_files, *site, *one);
  if (!script) return script.failure();
  if (!options.dry) {
    // A profile may have another recipe than the one that was followed.
    const auto followed = world.read_if_present(one->environment + ".sh");
    if (!followed) return followed.failure();
    const bool is_other = *followed && **followed != *script;
    if (!one->is_made || is_other) {
      auto made = make_environment(session, *site, options, *one, *script);
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
