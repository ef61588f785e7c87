// SPDX-License-Identifier: MIT
#include "command/args/commands.h"
#include "command/config/place_options.h"
#include "command/site/profile_check.h"
#include "profile/schema_documents.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kSiteCheckExamples = {{
    {"gpujob site check mysite.yaml", "check keys, values and their consistency"},
    {"gpujob site check --schema > site.schema.json", "print the JSON Schema, for an editor"},
}};
constexpr std::array<ArgumentSpec, 1> kSiteCheckArguments = {
    {{"FILE", "site profiles", Completes::File, ArgumentSpec::Need::Many}}};
constexpr std::array<OptionSpec, 3> kSiteCheckOptions = {
    {{.name = "schema", .help = "print the JSON Schema (draft-07) of site profiles"},
     kProfilePathOption,
     kJsonFormatOption}};

FileVerdict check_profile(DataFiles& data_files, World& world, const std::string& name) {
  auto text = world.read_file(name);
  if (!text) return {"", text.failure().diagnostics, text.failure().exit};
  return check_profile_text(data_files, name, *std::move(text));
}

CommandResult run_site_check(const FileCheckOptions& options, World& world) {
  DataFiles data_files(world, options.profile_path);
  return check_files(
      {"site check", profile_schema, [](const std::string& word) { return word; },
       [&](const std::string& file) { return check_profile(data_files, world, file); }},
      options, world);
}

}  // namespace

constinit const Command kSiteCheckCommand = {
    .name = "site check",
    .summary = "check site profiles for errors",
    .description =
        "Shows every error with its place. The exit code is 3 if there is one. How many blocks "
        "(partitions, node shapes, GPU types, rules, stacks) have a source of their own is said of "
        "each good profile; the others are named. Warnings and notes are for what may be a slip: a "
        "node with as much memory as its GPU, node shapes that say the same, a choice that the "
        "order in the file decides.",
    .examples = kSiteCheckExamples,
    .arguments = kSiteCheckArguments,
    .option_sets = {kSiteCheckOptions},
    .run = run_command<parse_file_check, run_site_check>,
};

}  // namespace gpujob
