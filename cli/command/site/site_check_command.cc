// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/file_check.h"
#include "command/config/data_files.h"
#include "command/site/site_text.h"
#include "profile/check.h"
#include "profile/reader.h"
#include "profile/schema_documents.h"
#include "script/sbatch_options.h"

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

/// Checks against what is outside the profile: its file's name, GPU models, sbatch's options.
Diagnostics check_outside(DataFiles& data_files, const YamlFile& file, const SiteProfile& profile) {
  const auto catalogue = data_files.catalogue();
  if (!catalogue) return catalogue.failure().diagnostics;
  Diagnostics found;
  if (auto named = check_file_name(profile); !named) found = named.failure().diagnostics;
  std::vector<std::string> known;
  for (const SbatchOption& option : sbatch_options()) known.emplace_back(option.name);
  append(found, check_options(file, profile, known));
  append(found, check_models(file, profile, **catalogue));
  return found;
}

FileVerdict refused(const Failure& failure) {
  return {"", failure.diagnostics, failure.exit};
}

FileVerdict check_profile(DataFiles& data_files, World& world, const std::string& name) {
  FileVerdict verdict;
  auto text = world.read_file(name);
  if (!text) return refused(text.failure());
  const auto file = data_files.profiles().read_with_layers(name, *std::move(text));
  if (!file) return refused(file.failure());
  const auto profile = read_profile(*file);
  if (!profile) return refused(profile.failure());
  verdict.diagnostics = check_outside(data_files, *file, *profile);
  if (has_errors(verdict.diagnostics)) verdict.exit = ExitCode::Invalid;
  std::size_t types = 0;
  for (const Cluster& cluster : profile->clusters) types += cluster.gpus.size();
  verdict.summary =
      format("{}, {}", count_of(profile->clusters.size(), "cluster"), count_of(types, "GPU type"));
  if (!profile->overlays.empty()) verdict.summary += format(", over {}", profile->file);
  return verdict;
}

CommandResult run_site_check(const Arguments& arguments, World& world) {
  DataFiles data_files(world, arguments.values("profile-path"));
  return check_files(
      {"site check", profile_schema, [](const std::string& word) { return word; },
       [&](const std::string& file) { return check_profile(data_files, world, file); }},
      arguments, world);
}

}  // namespace

constinit const Command kSiteCheckCommand = {
    .name = "site check",
    .summary = "check site profiles for errors",
    .description = "Shows every error with its place. The exit code is 3 if there is one.",
    .examples = kSiteCheckExamples,
    .arguments = kSiteCheckArguments,
    .option_sets = {kSiteCheckOptions},
    .run = run_site_check,
};

}  // namespace gpujob
