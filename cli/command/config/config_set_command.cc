// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "jobs/session/configuration.h"
#include "jobs/session/data_files.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kConfigSetExamples = {{
    {"gpujob config set sites.SITE.account PROJECT", "no need for --account at that site any more"},
    {"gpujob config set defaults.site SITE", "the site when --site is not given"},
    {"gpujob config set sites.SITE.ssh HOST", "the host that 'gpujob connect SITE' opens"},
}};
constexpr std::array<ArgumentSpec, 2> kConfigSetArguments = {{
    {"KEY",
     "sites.SITE.{account, partition, reservation, qos, runs_dir, ssh} or defaults.{site, ...}",
     Completes::SettableKey},
    {"VALUE", "what to set it to", Completes::Nothing},
}};

/// The site that a key names, or that the value of defaults.site names, must exist.
Status check_site(const World& world, const std::string& key, const std::string& value) {
  std::string site;
  if (key == "defaults.site") site = value;
  if (key.starts_with("sites.")) site = std::string(split(key, '.')[1]);
  if (site.empty()) return Status{};
  const DataFiles data_files(world, {});
  const auto found = data_files.profiles().find(site);
  if (found) return Status{};
  return found.failure();
}

CommandResult run_config_set(const CommonOptions& options, World& world) {
  const std::string& key = options.words[0];
  const std::string& value = options.words[1];
  if (auto known = check_configuration_key(key); !known) return known.failure();
  if (auto known = check_site(world, key, value); !known) return known.failure();
  const auto notes = write_configuration(world, key, value);
  if (!notes) return notes.failure();
  print_diagnostics(world, *notes);
  world.out(format("{} = {} ({})\n", key, printable(value), configuration_path(world)));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kConfigSetCommand = {
    .name = "config set",
    .summary = "set one of your own defaults",
    .description =
        "Writes config.yaml in the configuration directory and keeps its comments. "
        "'gpujob config unset' removes a value.",
    .examples = kConfigSetExamples,
    .arguments = kConfigSetArguments,
    .option_sets = {},
    .run = run_command<parse_common, run_config_set>,
};

}  // namespace gpujob
