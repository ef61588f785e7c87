// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/yaml.h"
#include "command/library.h"
#include "command/output.h"
#include "command/request_options.h"
#include "command/rows.h"
#include "command/site_text.h"
#include "profile/check.h"
#include "profile/reader.h"
#include "profile/schema_documents.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> examples = {{
    {"gpujob site check mysite.yaml", "schema, closed keys and what must agree with what"},
    {"gpujob site check --schema > site.schema.json", "the JSON Schema, for an editor"},
}};
constexpr std::array<ArgumentSpec, 1> file_argument = {
    {{"FILE", "site profiles", Completes::File, ArgumentSpec::Need::Many}}};
constexpr std::array<OptionSpec, 3> options = {
    {{.name = "schema", .help = "print the JSON Schema (draft-07) of site profiles"},
     profile_path_option,
     json_format_option}};

/// Everything that is wrong with one file; empty for a good one.
struct Verdict {
  std::string summary;  ///< "1 cluster, 7 GPU types"
  Diagnostics diagnostics;
  ExitCode exit = ExitCode::Done;
};

std::string counted(std::size_t number, const char* noun) {
  return format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

Diagnostics unknown_models(Library& library, const std::string& name, const std::string& text,
                           const SiteProfile& profile) {
  const auto catalogue = library.catalogue();
  if (!catalogue) return catalogue.failure().diagnostics;
  const auto file = parse_yaml(name, text);
  return file ? check_models(*file, profile, **catalogue) : file.failure().diagnostics;
}

Verdict refused(const Failure& failure) {
  return {"", failure.diagnostics, failure.exit};
}

Verdict check_file(Library& library, World& world, const std::string& name) {
  Verdict verdict;
  const auto text = world.read_file(name);
  if (!text) return refused(text.failure());
  const auto profile = read_profile(name, *text);
  if (!profile) return refused(profile.failure());
  verdict.diagnostics = unknown_models(library, name, *text, *profile);
  if (has_errors(verdict.diagnostics)) verdict.exit = ExitCode::Invalid;
  std::size_t types = 0;
  for (const Cluster& cluster : profile->clusters) types += cluster.gpus.size();
  verdict.summary =
      format("{}, {}", counted(profile->clusters.size(), "cluster"), counted(types, "GPU type"));
  return verdict;
}

CommandResult run(const Arguments& arguments, World& world) {
  if (arguments.has("schema")) {
    world.out(profile_schema());
    return status_of(ExitCode::Done);
  }
  if (arguments.positional().empty()) {
    return Failure{ExitCode::Usage, "gpujob site check", "no FILE given", "",
                   "see 'gpujob site check --help'"};
  }
  Library library(world, arguments.values("profile-path"));
  ExitCode exit = ExitCode::Done;
  Json files = Json::array();
  for (const std::string& name : arguments.positional()) {
    const Verdict verdict = check_file(library, world, name);
    const bool valid = verdict.exit == ExitCode::Done;
    exit = std::max(exit, verdict.exit);
    print_diagnostics(world, verdict.diagnostics);
    if (wants_json(arguments)) {
      Json entry;
      entry["file"] = name;
      entry["valid"] = valid;
      entry["diagnostics"] = to_json(verdict.diagnostics);
      files.push_back(std::move(entry));
    } else if (valid) {
      world.out(format("{}: good ({})\n", name, verdict.summary));
    }
  }
  if (wants_json(arguments)) {
    Json document = json_document("site-check");
    document["files"] = std::move(files);
    world.out(dump_json(document));
  }
  return status_of(exit);
}

}  // namespace

constinit const Command site_check_command = {
    .name = "site check",
    .summary = "check site profiles before anybody uses them",
    .description = "Every error is shown with its place. Exit code 3 if a file has one.",
    .examples = examples,
    .arguments = file_argument,
    .option_sets = {options},
    .run = run,
};

}  // namespace gpujob
