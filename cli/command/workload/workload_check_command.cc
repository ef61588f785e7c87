// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/file_check.h"
#include "jobs/session/data_files.h"
#include "workload/files.h"
#include "workload/reader.h"
#include "workload/schema_document.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kWorkloadCheckExamples = {{
    {"gpujob workload check heat", "check the manifest in a folder and the files it needs"},
    {"gpujob workload check heat/workload.yaml", "the same, by the manifest's name"},
    {"gpujob workload check --schema > workload.schema.json",
     "print the JSON Schema, for an editor"},
}};
constexpr std::array<ArgumentSpec, 1> kWorkloadCheckArguments = {
    {{"FILE", "manifests, the folders they are in, or names of workloads", Completes::File,
      ArgumentSpec::Need::Many}}};
constexpr std::array<OptionSpec, 2> kWorkloadCheckOptions = {
    {{.name = "schema", .help = "print the JSON Schema (draft-07) of manifests"},
     kJsonFormatOption}};

/// Checks the folder's name and the files that must be in it.
Diagnostics check_folder(const World& world, const std::string& file, const Workload& workload) {
  Diagnostics found;
  const std::string path = join_path(world.working_directory(), file);
  const std::string folder = path.substr(0, path.rfind('/'));
  const std::string folder_name = folder.substr(folder.rfind('/') + 1);
  if (folder_name != workload.name) {
    found.push_back({"", Severity::Error, file, format("the workload is '{}'", workload.name),
                     format("its folder is '{}'", folder_name),
                     format("rename the folder to '{}'", workload.name), ""});
  }
  append(found, missing_files(world, workload, folder));
  return found;
}

FileVerdict check_manifest(const World& world, const std::string& file) {
  const auto text = world.read_file(file);
  if (!text) return {"", text.failure().diagnostics, text.failure().exit};
  const auto workload = read_workload(file, *text);
  if (!workload) return {"", workload.failure().diagnostics, workload.failure().exit};
  FileVerdict verdict{"", check_folder(world, file, *workload), ExitCode::Done};
  if (has_errors(verdict.diagnostics)) verdict.exit = ExitCode::Invalid;
  verdict.summary = format("{}, {}", count_of(workload->backends.size(), "backend"),
                           count_of(workload->variants.size(), "variant"));
  return verdict;
}

/// The manifest that a file, a folder or a workload's name stands for.
std::string manifest_in(const World& world, const std::string& name) {
  if (world.kind(name) == FileKind::Absent) {
    // What cannot be looked at fails below, under the name that was given.
    const auto manifest = DataFiles(world, {}).workloads().manifest(name);
    if (manifest && *manifest) return **manifest;
  }
  return world.kind(name) == FileKind::Directory ? join_path(name, "workload.yaml") : name;
}

CommandResult run_workload_check(const FileCheckOptions& options, World& world) {
  return check_files({"workload check", workload_schema,
                      [&](const std::string& word) { return manifest_in(world, word); },
                      [&](const std::string& file) { return check_manifest(world, file); }},
                     options, world);
}

}  // namespace

constinit const Command kWorkloadCheckCommand = {
    .name = "workload check",
    .summary = "check a workload's manifest and the files it needs",
    .description = "Shows every error with its place. The exit code is 3 if there is one.",
    .examples = kWorkloadCheckExamples,
    .arguments = kWorkloadCheckArguments,
    .option_sets = {kWorkloadCheckOptions},
    .run = run_command<parse_file_check, run_workload_check>,
};

}  // namespace gpujob
