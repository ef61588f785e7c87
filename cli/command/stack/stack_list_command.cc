// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/table.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/job/request_options.h"
#include "command/stack/documented_stack.h"
#include "jobs/session/site_selection.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 1> kStackListExamples = {
    {{"gpujob stack list --site SITE", "the modules and environments that the center documents"}}};
constexpr std::array<OptionSpec, 3> kStackListOptions = {kSiteOption, kProfilePathOption,
                                                         kJsonFormatOption};

std::string stacks_text(const std::vector<DocumentedStack>& stacks, const Screen& screen) {
  TextTable table({{"stack"}, {"GPUs"}, {"modules"}, {"environment"}});
  for (const DocumentedStack& one : stacks) {
    std::vector<std::string> modules;
    for (const PlacedText& module : one.stack->modules) modules.push_back(module.value);
    table.add({one.stack->name,
               one.stack->gpus.empty() ? "all" : format("{}", join(one.stack->gpus, ", ")),
               modules.empty() ? "none" : format("{}", join(modules, " ")), environment_text(one)});
  }
  return table.text(screen);
}

/// Nothing is guessed where a center documents nothing; the user may know more.
std::string missing_text(const SiteProfile& profile, const std::vector<std::string>& missing) {
  if (missing.empty()) return "";
  return format("not documented: {}; a stack of your own goes into {}\n", join(missing, ", "),
                file_to_complete(profile));
}

CommandResult run_stack_list(const PlaceOptions& options, Session& session) {
  World& world = session.world;
  const auto site = session.site(options.place);
  if (!site) return site.failure();
  const auto stacks = documented_stacks(world, *site);
  if (!stacks) return stacks.failure();
  if (options.json) {
    world.out(dump_json(stacks_document(*site, *stacks)));
    return status_of(ExitCode::Done);
  }
  const auto models = session.data_files.catalogue_for(site->get());
  if (!models) return models.failure();
  if (stacks->empty()) {
    world.out(format("{} documents no stacks\n", site_name(*site->profile, site->get())));
  } else {
    world.out(stacks_text(*stacks, world.out_screen()));
  }
  world.out(missing_text(*site->profile, undocumented_stacks(site->get(), **models)));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kStackListCommand = {
    .name = "stack list",
    .summary = "the modules and environments that a center documents",
    .description =
        "A stack is named after its purpose, and 'gpujob submit --stack NAME' uses it. Where an "
        "environment is not made, 'gpujob stack build NAME' makes it. What programs of a backend "
        "would need and the center does not document stands below the table: an overlay of your "
        "own may add it.",
    .examples = kStackListExamples,
    .arguments = {},
    .option_sets = {kStackListOptions},
    .run = run_command<parse_place, run_stack_list>,
};

}  // namespace gpujob
