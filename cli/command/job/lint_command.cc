// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "command/args/commands.h"
#include "command/args/file_check.h"
#include "command/config/data_files.h"
#include "command/config/settings.h"
#include "command/config/site_selection.h"
#include "command/job/job.h"
#include "lint/clusters_option.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> kLintExamples = {
    {{"gpujob lint job.sh --site SITE", "what that center would refuse, waste or ignore"}}};
constexpr std::array<ArgumentSpec, 1> kLintArguments = {
    {{"FILE", "batch scripts, not only gpujob's", Completes::File, ArgumentSpec::Need::OneOrMore}}};
constexpr std::array<OptionSpec, 3> kLintOptions = {
    {{.name = "site",
      .value = "SITE",
      .help = "center, cluster or both; default: where this machine belongs",
      .completes = Completes::Site},
     profile_path_option,
     json_format_option}};

FileVerdict lint_file(DataFiles& data_files, const World& world, const Selection& site,
                      const std::string& today, const std::string& file) {
  const auto text = world.read_file(file);
  if (!text) return {"", text.failure().diagnostics, text.failure().exit};
  const ParsedScript script = parse_script(file, *text);
  const Selection there{site.profile,
                        target_cluster(script.script, *site.profile, site.get()).name};
  LintContext context = lint_context(data_files, there);
  context.script_name = file;
  context.today = today;
  FileVerdict verdict{format("for {}", full_name(there)), lint(script, context), ExitCode::Done};
  if (has_errors(verdict.diagnostics)) verdict.exit = ExitCode::Invalid;
  return verdict;
}

CommandResult run_lint(const Arguments& arguments, World& world) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  DataFiles data_files(world, arguments.values("profile-path"));
  const auto site = select_site(world, data_files, *configuration, arguments);
  if (!site) return site.failure();
  if (site->get().scheduler == Scheduler::None) {
    return Failure{ExitCode::Usage, "gpujob lint",
                   format("site '{}' has no scheduler", site->profile->center), "",
                   "name the center that the script is for with --site"};
  }
  const auto today = planning_day(world);
  if (!today) return today.failure();
  return check_files(
      {"lint", nullptr, [](const std::string& word) { return word; },
       [&](const std::string& file) { return lint_file(data_files, world, *site, *today, file); }},
      arguments, world);
}

}  // namespace

constinit const Command lint_command = {
    .name = "lint",
    .summary = "check batch scripts against a center",
    .description =
        "Checks any batch script with the rules that gpujob's own scripts pass ('gpujob codes' "
        "lists "
        "them). A script that names another cluster of the center with --clusters is checked for "
        "that "
        "one. Exit code 3 if a script has an error; with warnings and notes alone, 0.",
    .examples = kLintExamples,
    .arguments = kLintArguments,
    .option_sets = {kLintOptions},
    .run = run_lint,
};

}  // namespace gpujob
