// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "jobs/session/configuration.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> kConfigUnsetExamples = {
    {{"gpujob config unset sites.SITE.account", "--account is needed at that site again"}}};
constexpr std::array<ArgumentSpec, 1> kConfigUnsetArguments = {
    {{"KEY", "one that 'gpujob config show' lists", Completes::SetKey}}};

/// A key that no key can be called is a slip of the hand; one that is right is merely not set.
Failure not_set(const Configuration& configuration, const std::string& key) {
  if (auto known = check_configuration_key(key); !known) return known.failure();
  return Failure{ExitCode::Failed, configuration.file, format("'{}' is not set", key),
                 "'gpujob config show' shows what is"};
}

CommandResult run_config_unset(const CommonOptions& options, World& world) {
  const std::string& key = options.words[0];
  const auto configuration = load_own_configuration(world);
  if (!configuration) return configuration.failure();
  const auto keys = set_keys(*configuration);
  if (std::none_of(keys.begin(), keys.end(), [&](const SetKey& set) { return set.key == key; })) {
    return not_set(*configuration, key);
  }
  const auto notes = write_configuration(world, key, {});
  if (!notes) return notes.failure();
  print_diagnostics(world, *notes);
  world.out(format("{} is not set any more ({})\n", key, configuration->file));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kConfigUnsetCommand = {
    .name = "config unset",
    .summary = "remove one of your own defaults",
    .description = "Removes a value from config.yaml and keeps the comments of the file.",
    .examples = kConfigUnsetExamples,
    .arguments = kConfigUnsetArguments,
    .option_sets = {},
    .run = run_command<parse_common, run_config_unset>,
};

}  // namespace gpujob
