// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/site/drift_report.h"
#include "command/site/profile_check.h"
#include "jobs/session/site_selection.h"
#include "jobs/site/site_update.h"
#include "profile/reader.h"
#include "slurm/ask_inventory.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kSiteDriftExamples = {{
    {"gpujob site drift", "on a login node: is this center's profile still right?"},
    {"gpujob site drift mycenter --from saved", "the same from outputs that were saved elsewhere"},
    {"gpujob site drift mycenter --update", "write what Slurm says into the profile"},
}};
constexpr std::array<ArgumentSpec, 1> kSiteDriftArguments = {
    {{"SITE", "whose profile (default: this machine's)", Completes::Site,
      ArgumentSpec::Need::Optional}}};
constexpr std::array<OptionSpec, 7> kSiteDriftOptions = {
    {{.name = "all", .help = "every site whose Slurm answers here", .group = "Where"},
     {.name = "from",
      .value = "DIR",
      .help = "read what 'site discover --from' reads there; ask no Slurm",
      .completes = Completes::FoundDirectory,
      .group = "Where"},
     kAskSandboxOption,
     kHereOption,
     kProfilePathOption,
     {.name = "update",
      .help = "write the values of the cluster into the profile",
      .group = "Output"},
     {.name = "format",
      .value = "text|json|junit",
      .help = "readable text (default), or JSON or JUnit for programs",
      .completes = Completes::Choices,
      .group = "Output"}}};

struct DriftOptions : PlaceOptions {
  std::optional<std::string> from;  ///< a directory
  bool all = false, update = false;
};

Result<DriftOptions> parse_site_drift(const Arguments& arguments) {
  const auto wrong = [](const std::string& problem) {
    return Failure{ExitCode::Usage, "gpujob site drift", problem, "", "give one of them"};
  };
  if (arguments.has("all") && !arguments.positional().empty()) {
    return wrong("SITE and --all exclude each other");
  }
  constexpr std::array<std::array<const char*, 2>, 5> kPairs = {{{"from", "all"},
                                                                 {"from", "sandbox"},
                                                                 {"from", "here"},
                                                                 {"all", "sandbox"},
                                                                 {"all", "here"}}};
  for (const auto& [one, other] : kPairs) {
    if (arguments.has(one) && arguments.has(other)) {
      return wrong(format("--{} and --{} exclude each other", one, other));
    }
  }
  return DriftOptions{parse_place(arguments), arguments.value("from"), arguments.has("all"),
                      arguments.has("update")};
}

/// One run of the command: what it reads and what it writes.
class DriftCheck {
 public:
  DriftCheck(World& world, const DriftOptions& options)
      : world_(world), options_(options), data_files_(world, options.profile_path) {}

  Result<std::vector<SiteDrift>> sites();

 private:
  Result<Selection> named_site();
  Result<SiteDrift> live(const Selection& site);
  Result<std::vector<SiteDrift>> from_directory(const std::string& directory);
  Result<std::vector<SiteDrift>> all_here();
  Result<SiteDrift> compare(const Selection& site, const Inventory& inventory);
  Status update(const Selection& site, const YamlFile& file, SiteDrift& drift);
  Failure not_written(const Selection& site, const Failure& why) const;

  World& world_;
  const DriftOptions& options_;
  DataFiles data_files_;
};

Result<Selection> DriftCheck::named_site() {
  if (!options_.words.empty()) {
    return data_files_.profiles().find(options_.words.front());
  }
  const auto configuration = load_configuration(world_);
  if (!configuration) return configuration.failure();
  return select_site(world_, data_files_, *configuration, options_.place);
}

Result<SiteDrift> DriftCheck::live(const Selection& site) {
  const auto endpoint = endpoint_for(world_, data_files_, site, options_.place, Need::Facts);
  if (!endpoint) return endpoint.failure();
  if (endpoint->kind == EndpointKind::Local) {
    return Failure{ExitCode::Usage, format("site '{}'", full_name(site)), "it has no scheduler", "",
                   "name another site; 'gpujob site list' lists them"};
  }
  const auto texts = ask_inventory(world_, *endpoint);
  if (!texts) return texts.failure();
  const auto inventory = read_inventory(*texts);
  if (!inventory) return inventory.failure();
  return compare(site, *inventory);
}

/// The outputs say whose they are.
Result<std::vector<SiteDrift>> DriftCheck::from_directory(const std::string& directory) {
  const auto texts = load_inventory(world_, directory);
  if (!texts) return texts.failure();
  const auto inventory = read_inventory(*texts);
  if (!inventory) return inventory.failure();
  std::string name;
  if (!options_.words.empty()) {
    name = options_.words.front();
  } else {
    const auto detected = data_files_.profiles().detect(inventory->cluster_name, "");
    if (!detected) return detected.failure();
    if (!*detected) {
      return Failure{ExitCode::Usage, directory,
                     format("no profile knows cluster '{}'", printable(inventory->cluster_name)),
                     "", "name the SITE whose outputs they are"};
    }
    name = format("{}/{}", (*detected)->center, (*detected)->cluster);
  }
  const auto site = data_files_.profiles().find(name);
  if (!site) return site.failure();
  auto drift = compare(*site, *inventory);
  if (!drift) return drift.failure();
  return std::vector{*std::move(drift)};
}

/// Sites that have no Slurm here are left out and named; at least one must be asked.
Result<std::vector<SiteDrift>> DriftCheck::all_here() {
  Diagnostics problems;
  const std::vector<SiteProfile> profiles = data_files_.profiles().all(problems);
  if (!problems.empty()) return Failure{ExitCode::Invalid, std::move(problems)};
  std::vector<SiteDrift> drifts;
  std::vector<std::string> not_asked;
  for (const SiteProfile& profile : profiles) {
    for (const Cluster& cluster : profile.clusters) {
      if (cluster.scheduler == Scheduler::None) continue;
      const auto site = data_files_.profiles().find(format("{}/{}", profile.center, cluster.name));
      if (!site) return site.failure();
      auto drift = live(*site);
      if (drift) {
        drifts.push_back(*std::move(drift));
        continue;
      }
      const ExitCode exit = drift.failure().exit;
      if (exit != ExitCode::Usage && exit != ExitCode::Scheduler) return drift.failure();
      not_asked.push_back(full_name(*site));
    }
  }
  if (drifts.empty()) {
    return Failure{ExitCode::Scheduler, "gpujob site drift", "no site's Slurm answers here", "",
                   "run it on a login node, or use --from with saved outputs"};
  }
  if (!not_asked.empty()) {
    print_diagnostics(
        world_, {{"", Severity::Note, "gpujob site drift",
                  format("sites not asked because their Slurm is not here: {}", not_asked.size()),
                  join(not_asked, ", "), "", ""}});
  }
  return drifts;
}

Result<SiteDrift> DriftCheck::compare(const Selection& site, const Inventory& inventory) {
  const std::string& known = site.get().match.cluster_name;
  const std::string& said = inventory.cluster_name;
  const std::string where = format("site '{}'", full_name(site));
  if (!known.empty() && known != said) {
    return Failure{ExitCode::Usage, where,
                   format("the answers are of cluster '{}', not '{}'", printable(said), known),
                   "the site's profile knows its ClusterName", "name the site that they are of"};
  }
  const SiteProfile& profile = *site.profile;
  const std::string& top = profile.overlays.empty() ? profile.file : profile.overlays.back();
  auto text = world_.read_file(top);
  if (!text) return text.failure();
  const auto file = data_files_.profiles().read_with_layers(top, *std::move(text));
  if (!file) return file.failure();
  SiteDrift drift{full_name(site), said, inventory.version, {}, {}, {}};
  drift.differences = find_drift(*file, site.get(), inventory);
  for (const Difference& one : drift.differences) {
    drift.lines.push_back(drift_diagnostic(*file, one));
  }
  Diagnostics notes;
  if (known.empty()) {
    notes.push_back({"", Severity::Note, where,
                     format("its profile knows no ClusterName; the answers are of '{}'", said), "",
                     "", ""});
  }
  if (!site.get().qos.empty() && !inventory.knows_qos) {
    notes.push_back({"", Severity::Note, where, "limits of QOS were not compared",
                     "sacctmgr gave no answer", "", ""});
  }
  print_diagnostics(world_, notes);
  if (options_.update) {
    if (const Status written = update(site, *file, drift); !written) return written.failure();
  }
  return drift;
}

Failure DriftCheck::not_written(const Selection& site, const Failure& why) const {
  Failure failure = why;
  const std::string& center = site.profile->center;
  failure.diagnostics.front().fix = format(
      "put what differs into {}/profiles/sites/{}.yaml, an overlay before it on the path: "
      "'schema: gpujob/overlay/v1', 'overlays: {}', and under 'clusters' each block that changes, "
      "whole",
      config_home(world_), center, center);
  return failure;
}

/// Each file is checked before it takes its place.
Status DriftCheck::update(const Selection& site, const YamlFile& file, SiteDrift& drift) {
  const std::string day = format_day(world_.now());
  std::vector<std::string> written;
  for (const YamlPlace place : files_to_update(drift.differences)) {
    const std::string& name = file.name(place);
    const std::string text = updated_profile(file, place, site.cluster, drift.differences, day);
    FileVerdict verdict = check_profile_text(data_files_, name, text);
    if (verdict.exit != ExitCode::Done) {
      verdict.diagnostics.push_back({"", Severity::Error, name, "not written",
                                     "with the cluster's values it would be wrong",
                                     "change it there yourself", ""});
      return Failure{ExitCode::Invalid, std::move(verdict.diagnostics)};
    }
    const auto target = world_.follow_links(name);
    if (!target) return target.failure();
    const Status done = world_.write_file(*target, text, FileMode::Kept);
    if (!done) return not_written(site, done.failure());
    written.push_back(name);
  }
  drift.updated = std::move(written);
  return {};
}

Result<std::vector<SiteDrift>> DriftCheck::sites() {
  if (options_.from) return from_directory(*options_.from);
  if (options_.all) return all_here();
  const auto site = named_site();
  if (!site) return site.failure();
  auto drift = live(*site);
  if (!drift) return drift.failure();
  return std::vector{*std::move(drift)};
}

CommandResult run_site_drift(const DriftOptions& options, World& world) {
  const auto drifts = DriftCheck(world, options).sites();
  if (!drifts) return drifts.failure();
  const std::string& form = options.form;
  if (form == "json") world.out(drift_json(*drifts));
  if (form == "junit") world.out(drift_junit(*drifts));
  std::size_t left = 0;
  for (const SiteDrift& drift : *drifts) {
    left += drift.left();
    if (form.empty() || form == "text") world.out(drift_text(drift));
  }
  return status_of(left == 0 ? ExitCode::Done : ExitCode::Failed);
}

}  // namespace

constinit const Command kSiteDriftCommand = {
    .name = "site drift",
    .summary = "what a profile says and its cluster no longer does",
    .description =
        "Asks Slurm as 'site discover' does and compares partitions, limits, node shapes with "
        "their counts, GPU types, features, default memory and time with the profile. Only what "
        "both know is compared; each difference is a line with its place in the profile, both "
        "values and what to do. A cluster that calls itself other than the profile says is "
        "refused.\n\n"
        "--update writes the cluster's values in their places, checks the file as 'site check' "
        "does and only then replaces it. The blocks that changed get the source 'discovered' with "
        "the day beside their own. What is new or gone stays a person's work.\n\n"
        "The exit code is 0 without a difference, 1 with some, 4 where no Slurm is here, 5 where "
        "it could not be asked or its answer could not be read.",
    .examples = kSiteDriftExamples,
    .arguments = kSiteDriftArguments,
    .option_sets = {kSiteDriftOptions},
    .run = run_command<parse_site_drift, run_site_drift>,
};

}  // namespace gpujob
