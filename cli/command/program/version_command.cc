// SPDX-License-Identifier: MIT
#include <set>

#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "base/table.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/args/version.h"
#include "jobs/session/data_files.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kVersionExamples = {{
    {"gpujob version", "print the version and what it was built from"},
    {"gpujob version --format json", "the same for programs"},
}};

/// The compiler by its own macros: "gcc 12.2.0".
std::string compiler_text() {
#ifdef __clang__
  return format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

/// Backends of which programs are installed.
std::set<std::string> installed_backends(const World& world) {
  std::set<std::string> backends;
  Diagnostics broken;  // 'gpujob workload list' reports them
  const std::string directory = libexec_directory(world);
  for (const Workload& workload : DataFiles(world, {}).workloads().all(broken)) {
    for (const std::string& backend : workload.backends) {
      const std::string program = format("{}.{}", workload.name, backend);
      if (world.kind(join_path(directory, program)) == FileKind::File) backends.insert(backend);
    }
  }
  return backends;
}

Json version_json(const std::set<std::string>& backends) {
  Json document = json_document("version");
  document["commit"] = kBuildCommit;
  document["compiler"] = compiler_text();
  document["libraries"] = Json::object();
  for (const std::string_view library : split(kBuildLibraries, ';')) {
    const std::size_t blank = library.find(' ');
    document["libraries"][std::string(library.substr(0, blank))] = library.substr(blank + 1);
  }
  document["backends"] = backends;
  document["schemas"] = Json::object();
  for (const SchemaVersion& schema : schema_versions()) {
    document["schemas"][std::string(schema.kind)] = schema.version;
  }
  return document;
}

CommandResult run_version(const CommonOptions& options, World& world) {
  const std::set<std::string> backends = installed_backends(world);
  if (options.json) {
    world.out(dump_json(version_json(backends)));
    return status_of(ExitCode::Done);
  }
  TextTable table({{""}, {""}});
  table.add({"commit", std::string(kBuildCommit)});
  table.add({"compiler", compiler_text()});
  table.add({"libraries", replace_all(kBuildLibraries, ";", ", ")});
  const std::vector<std::string> names(backends.begin(), backends.end());
  table.add({"backends", names.empty() ? "none" : join(names, ", ")});
  world.out(format("gpujob {}\n", kProgramVersion) + table.text(world.out_screen()));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kVersionCommand = {
    .name = "version",
    .summary = "print the version and what gpujob was built from",
    .description =
        "The version of the command line and of each JSON schema is semantic: a new first number "
        "may break a reader, a new second number adds. JSON lists the schemas with their versions.",
    .examples = kVersionExamples,
    .arguments = {},
    .option_sets = {kJsonFormatOptions},
    .run = run_command<parse_common, run_version>,
};

}  // namespace gpujob
