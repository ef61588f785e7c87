// SPDX-License-Identifier: MIT
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/site/site_drafting.h"
#include "jobs/session/site_selection.h"

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
      .help = "read the outputs that were saved there (see above); ask no Slurm",
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

struct SiteDiscoverOptions : CommonOptions {
  AnswersFrom from;
  std::optional<std::string> output;  ///< a file
};

Result<SiteDiscoverOptions> parse_site_discover(const Arguments& arguments) {
  SiteDiscoverOptions options{
      parse_common(arguments),
      {arguments.value("from"), arguments.value("sandbox"), "site discover", "--from DIR"},
      arguments.value("output")};
  if (!options.from.directory || !options.from.sandbox) return options;
  return Failure{ExitCode::Usage, "gpujob site discover", "--from and --sandbox exclude each other",
                 "", "give one of them"};
}

CommandResult run_site_discover(const SiteDiscoverOptions& options, World& world) {
  DataFiles data_files(world, options.profile_path);
  const auto draft = draft_of_cluster(world, data_files, options.from, "");
  if (!draft) return draft.failure();
  if (options.output) {
    const Status written = world.create_file(*options.output, draft->text, FileMode::Shared);
    if (!written) return written.failure();
  } else {
    world.out(draft->text);
  }
  print_open(world, *draft);
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kSiteDiscoverCommand = {
    .name = "site discover",
    .summary = "draft a site profile from what Slurm says",
    .description =
        "Asks scontrol for the configuration, the partitions, the nodes, the licenses, the "
        "reservations and the jobs, sacctmgr for the qualities of service, your own associations "
        "and what the accounting counts, and the shell for 'module --terse avail', each once, and "
        "writes a profile "
        "that 'gpujob site check' accepts. Accounts, your limits, licenses, reservations and "
        "modules that are named after GPU software become comments, and so do the forms in which "
        "jobs ask for GPUs, by partition, with the number of jobs and without their names or "
        "users. What Slurm does not say stays out; what a person must add is marked 'to fill in' "
        "and listed on standard error. GPU types are matched to the models of gpus.yaml; a "
        "doubtful one is not guessed, and of a chip with several forms the form is asked for. "
        "Where scontrol does not show partitions or nodes, sinfo is asked in its place, once, and "
        "a note says so.\n\n"
        "For --from, save 'scontrol show config', 'scontrol show partition', 'scontrol show node' "
        "and 'sacctmgr -nP show qos "
        "format=Name,MaxWall,MaxTRES,MaxJobsPU,MaxSubmitPU,MaxTRESPU,MaxTRESPA,MinTRES,GrpTRES' as "
        "config.txt, partition.txt, node.txt and qos.txt. What '--json' prints in place of a text "
        "is read from config.json, partition.json, node.json, qos.json, assoc.json, tres.json, "
        "license.json, reservation.json and job.json; beside node.json config.txt may be left out. "
        "Also read, where they are there: "
        "'sacctmgr -nP show assoc where user=$USER format=Cluster,Account,MaxTRES,GrpTRES' as "
        "assoc.txt, 'scontrol show licenses' as license.txt, 'scontrol show reservation' as "
        "reservation.txt, 'sacctmgr -nP show tres format=Type,Name' as tres.txt, 'module --terse "
        "avail' as module.txt and 'scontrol --oneliner show job' as job.txt.\n\n"
        "Where node.txt or partition.txt is missing, sinfo.txt is read in its place, and "
        "config.txt may be missing, too. It holds, under its heading, what this prints:\n\n"
        "sinfo --all --Node --noconvert --format='%N|%P|%c|%m|%Z|%f|%G|%l|%L|%s|%h'\n\n"
        "--format=%all is read as well, JSON of sinfo is not. It tells no architecture, no memory "
        "by default, no QOS of partitions, and not what the system keeps of CPUs and memory.\n\n"
        "Other files .txt and "
        ".json there are named as not read. Limits of QOS that a "
        "profile does not hold, of all jobs of a user for one, become comments.\n\n"
        "The exit code is 4 where no Slurm is here, 5 where it could not be asked or its answer "
        "could not be read.",
    .examples = kSiteDiscoverExamples,
    .arguments = {},
    .option_sets = {kSiteDiscoverOptions},
    .run = run_command<parse_site_discover, run_site_discover>,
};

}  // namespace gpujob
