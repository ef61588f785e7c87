// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/paths.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/data_files.h"
#include "command/config/site_selection.h"
#include "jobs/site_draft.h"
#include "sandbox/endpoint.h"
#include "sandbox/record.h"
#include "slurm/ask_inventory.h"
#include "slurm/find_slurm.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kSiteDiscoverExamples = {{
    {"gpujob site discover -o mysite.yaml", "on a login node: draft the profile of this cluster"},
    {"gpujob site discover --from saved", "the same from outputs that were saved elsewhere"},
    {"gpujob site discover --sandbox=NAME", "what a running sandbox says of itself"},
}};
constexpr std::array<OptionSpec, 4> kSiteDiscoverOptions = {
    {{.name = "from",
      .value = "DIR",
      .help = "read config.txt, partition.txt, node.txt and qos.txt there; ask no Slurm",
      .completes = Completes::FoundDirectory,
      .group = "Where"},
     kAskSandboxOption,
     kProfilePathOption,
     {.name = "output",
      .letter = 'o',
      .value = "FILE",
      .help = "write the draft to a new file (default: standard output)",
      .completes = Completes::File,
      .group = "Output"}}};

Result<Endpoint> slurm_to_ask(const Arguments& arguments, World& world) {
  if (const auto name = arguments.value("sandbox")) {
    const auto record = find_sandbox(world, *name, "");
    if (!record) return record.failure();
    return endpoint_of(*record);
  }
  const SlurmHere here = find_slurm(world);
  if (here.presence == SlurmPresence::Absent) {
    return Failure{ExitCode::Scheduler, "site discover", "no Slurm on this machine", here.why,
                   "run it on a login node, or save the outputs there and use --from DIR"};
  }
  if (here.presence != SlurmPresence::Ready) {
    return Failure{ExitCode::Unknown, "site discover", "Slurm could not be asked", here.why,
                   way_to_mend(here)};
  }
  return here.endpoint;
}

Result<InventoryTexts> gather(const Arguments& arguments, World& world) {
  const auto directory = arguments.value("from");
  if (directory && arguments.has("sandbox")) {
    return Failure{ExitCode::Usage, "gpujob site discover",
                   "--from and --sandbox exclude each other", "", "give one of them"};
  }
  if (directory) return load_inventory(world, *directory);
  const auto endpoint = slurm_to_ask(arguments, world);
  if (!endpoint) return endpoint.failure();
  return ask_inventory(world, *endpoint);
}

/// Leads editors to the installed schema, wherever the file will lie.
std::string schema_remark(const World& world) {
  const auto data = data_directory(world);
  if (!data) return "";
  const std::string schema = join_path(*data, "profiles/schema/profile.schema.json");
  if (world.kind(schema) != FileKind::File) return "";
  return format("# yaml-language-server: $schema={}\n", schema);
}

CommandResult run_site_discover(const Arguments& arguments, World& world) {
  DataFiles data_files(world, arguments.values("profile-path"));
  const auto texts = gather(arguments, world);
  if (!texts) return texts.failure();
  const auto inventory = read_inventory(*texts);
  if (!inventory) return inventory.failure();
  const auto catalogue = data_files.catalogue();
  if (!catalogue) return catalogue.failure();
  SiteDraft draft = draft_site(*inventory, **catalogue, format_day(world.now()));
  draft.text = schema_remark(world) + draft.text;
  if (const auto file = arguments.value("output")) {
    const Status written = world.create_file(*file, draft.text, FileMode::Shared);
    if (!written) return written.failure();
  } else {
    world.out(draft.text);
  }
  for (const std::string& open : draft.open) world.err(format("to fill in: {}\n", open));
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kSiteDiscoverCommand = {
    .name = "site discover",
    .summary = "draft a site profile from what Slurm says",
    .description =
        "Asks scontrol for the configuration, the partitions and the nodes, and sacctmgr for the "
        "qualities of service, each once, and writes a profile that 'gpujob site check' accepts. "
        "What Slurm does not say stays out; what a person must add is marked 'to fill in' and "
        "listed on standard error. GPU types are matched to the models of gpus.yaml; a doubtful "
        "one is not guessed.\n\n"
        "For --from, save 'scontrol show config', 'scontrol show partition', 'scontrol show node' "
        "and 'sacctmgr -nP show qos format=Name,MaxWall,MaxTRES' as config.txt, partition.txt, "
        "node.txt and qos.txt.\n\n"
        "The exit code is 4 where no Slurm is here, 5 where it could not be asked or its answer "
        "could not be read.",
    .examples = kSiteDiscoverExamples,
    .arguments = {},
    .option_sets = {kSiteDiscoverOptions},
    .run = run_site_discover,
};

}  // namespace gpujob
