// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "jobs/session/configuration.h"
#include "jobs/session/data_files.h"
#include "jobs/session/settings.h"
#include "jobs/session/site_selection.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> kConfigShowExamples = {
    {{"gpujob config show", "your defaults, and the variables that are set over them"}}};

struct Entry {
  std::string key;
  std::string value;
  std::string from;
};

/// Variables that are set now, then the file, in the order in which they win.
std::vector<Entry> entries_of(const World& world, const Configuration& configuration) {
  std::vector<Entry> entries;
  const auto add_variable = [&](std::string_view key, std::string_view name) {
    if (name.empty()) return;
    const auto value = world.variable(std::string(name));
    if (value && !value->empty()) entries.push_back({std::string(key), *value, std::string(name)});
  };
  for (const SettingRow& row : setting_rows()) {
    add_variable(row.name, row.variable);
    add_variable(row.name, row.adopted);
  }
  for (const SetKey& set : set_keys(configuration)) {
    entries.push_back({set.key, set.value.value, set.value.origin.text()});
  }
  return entries;
}

CommandResult run_config_show(const CommonOptions& options, World& world) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  const auto entries = entries_of(world, *configuration);
  if (options.json) {
    Json document = json_document("configuration");
    document["file"] = configuration->file;
    document["settings"] = Json::array();
    for (const Entry& entry : entries) {
      document["settings"].push_back(
          {{"key", entry.key}, {"value", entry.value}, {"from", entry.from}});
    }
    world.out(dump_json(document));
  } else if (entries.empty()) {
    world.out(
        format("nothing is set; 'gpujob config set KEY VALUE' writes {}\n", configuration->file));
  } else {
    TextTable table({{"key"}, {"value"}, {"from"}});
    for (const Entry& entry : entries) table.add({entry.key, entry.value, entry.from});
    world.out(table.text(world.out_screen()));
  }
  if (!configuration->sites.empty()) {
    auto found = unknown_sites(DataFiles(world, {}), *configuration);
    for (Diagnostic& one : found) one.severity = Severity::Warning;
    print_diagnostics(world, found);
  }
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kConfigShowCommand = {
    .name = "config show",
    .summary = "your own defaults and where they come from",
    .description =
        "What wins: a flag, a GPUJOB_* variable, an SBATCH_* variable, config.yaml, the "
        "profile, the manifest.",
    .examples = kConfigShowExamples,
    .arguments = {},
    .option_sets = {kJsonFormatOptions},
    .run = run_command<parse_common, run_config_show>,
};

}  // namespace gpujob
