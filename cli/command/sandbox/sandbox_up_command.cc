// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/sandbox/sandbox_options.h"
#include "jobs/session/configuration.h"
#include "jobs/session/data_files.h"
#include "jobs/session/site_selection.h"
#include "sandbox/lifecycle.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 4> kSandboxUpExamples = {{
    {"gpujob sandbox up --site SITE", "start it; then 'gpujob submit --site SITE' goes there"},
    {"gpujob sandbox up --site SITE --scale full",
     "every node of the site, for questions (sbatch --test-only)"},
    {"gpujob sandbox up --site SITE --accounting --account PROJECT",
     "sacct answers, and only this account may be charged"},
    {"gpujob sandbox up --site SITE --name second", "another one beside the first"},
}};
constexpr std::array<OptionSpec, 7> kSandboxUpOptions = {
    {{.name = "site",
      .value = "SITE",
      .help = "the site to impersonate",
      .completes = Completes::Site,
      .group = "Which"},
     {.name = "name", .value = "NAME", .help = "its name (default: the site's)", .group = "Which"},
     {.name = "scale",
      .value = "run|full",
      .help = "run: some nodes, jobs run (default); full: all nodes, only answers",
      .completes = Completes::Choices,
      .group = "Which"},
     {.name = "accounting",
      .help = "with Slurm's database: sacct answers, unknown accounts are refused",
      .group = "Accounting"},
     {.name = "account",
      .value = "NAME",
      .help = "an account that exists (default: the configured one, else one made up)",
      .repeat = Repeat::Yes,
      .group = "Accounting"},
     kProfilePathOption,
     kJsonFormatOption}};

struct SandboxUpOptions : SandboxChoice {
  SandboxScale scale = SandboxScale::Run;
  bool accounting = false;
  std::vector<std::string> accounts;
};

Result<SandboxUpOptions> parse_sandbox_up(const Arguments& arguments) {
  SandboxUpOptions options{
      parse_sandbox(arguments),
      parse_scale(arguments.value_or("scale", "run")).value_or(SandboxScale::Run),
      arguments.has("accounting"), arguments.values("account")};
  if (!options.site) {
    return Failure{ExitCode::Usage, "gpujob sandbox up", "no --site given", "",
                   "'gpujob site list' lists them"};
  }
  if (options.accounting || options.accounts.empty()) return options;
  return Failure(ExitCode::Usage, "option '--account'", "there are accounts with accounting only",
                 "", "add --accounting");
}

/// --account, then the account of the user's configuration; nothing without --accounting.
Result<std::optional<std::vector<std::string>>> accounts_asked(const SandboxUpOptions& options,
                                                               World& world,
                                                               const Selection& site) {
  using Accounts = std::optional<std::vector<std::string>>;
  if (!options.accounting) return Accounts{};
  std::vector<std::string> accounts = options.accounts;
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  const PlacedText* configured =
      configuration->find("account", site.profile->center, site.get().name);
  if (configured != nullptr) accounts.push_back(configured->value);
  return Accounts{std::move(accounts)};
}

CommandResult report(const SandboxUpOptions& options, World& world, const SandboxUp& up) {
  const SandboxRecord& record = up.record;
  for (const std::string& remark : record.remarks) world.err(format("note: {}\n", remark));
  if (options.json) {
    Json document = json_document("sandbox");
    document["name"] = record.name;
    document["site"] = record.site();
    document["scale"] = to_string(record.scale);
    document["started"] = !up.was_there;
    document["summary"] = record.summary;
    document["remarks"] = record.remarks;
    document["accounts"] = record.accounts;
    document["slurm_conf"] = record.layout.slurm_conf();
    world.out(dump_json(document));
    return status_of(ExitCode::Done);
  }
  world.out(format("sandbox '{}' {} {}: {}\n", record.name,
                   up.was_there ? "runs already and emulates" : "emulates", record.site(),
                   record.summary));
  return status_of(ExitCode::Done);
}

CommandResult run_sandbox_up(const SandboxUpOptions& options, World& world) {
  DataFiles data_files(world, options.profile_path);
  const auto selection = data_files.profiles().find(*options.site);
  if (!selection) return selection.failure();
  const auto catalogue = data_files.catalogue();
  if (!catalogue) return catalogue.failure();
  auto accounts = accounts_asked(options, world, *selection);
  if (!accounts) return accounts.failure();
  const SiteProfile& profile = *selection->profile;
  const SandboxOptions wanted{.name = options.name.value_or(""),
                              .center = profile.center,
                              .default_cluster = profile.default_cluster,
                              .cluster = selection->get(),
                              .scale = options.scale,
                              .libexec = libexec_directory(world),
                              .catalogue = **catalogue,
                              .accounts = *std::move(accounts)};
  world.progress(format("starting a sandbox of {}/{}", profile.center, selection->get().name));
  const auto up = start_sandbox(world, wanted);
  if (!up) return up.failure();
  return report(options, world, *up);
}

}  // namespace

constinit const Command kSandboxUpCommand = {
    .name = "sandbox up",
    .summary = "start a real Slurm here that impersonates a site",
    .description =
        "From then on jobs for the site can be sent to this machine: partitions, node shapes, "
        "GPU types, features, limits, rules and modules are the profile's. CPUs stand in for "
        "GPUs, and every report says so: no timing of a sandbox is one of the site. No root is "
        "needed. What the profile leaves open is assumed, and each assumption is printed.",
    .examples = kSandboxUpExamples,
    .arguments = {},
    .option_sets = {kSandboxUpOptions},
    .run = run_command<parse_sandbox_up, run_sandbox_up>,
};

}  // namespace gpujob
