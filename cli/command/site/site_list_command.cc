// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "command/args/commands.h"
#include "command/args/listing.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/site/site_text.h"
#include "jobs/session/data_files.h"
#include "jobs/session/settings.h"
#include "profile/cluster_state.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kSiteListExamples = {{
    {"gpujob site list", "every cluster, its GPU types and its status"},
    {"gpujob site list --format json", "the same as JSON"},
}};
constexpr std::array<OptionSpec, 2> kSiteListOptions = {kProfilePathOption, kJsonFormatOption};

Json entry_of(const SiteProfile& profile, const Cluster& cluster, const std::string& today) {
  Json entry;
  entry["site"] = site_name(profile, cluster);
  entry["center"] = profile.center;
  entry["cluster"] = cluster.name;
  entry["title"] = cluster.title;
  entry["status"] = status_json(cluster.status);
  entry["gpus"] = gpu_key_list(cluster);
  if (is_only_known(cluster)) entry["known_only"] = true;
  const std::string oldest = oldest_fact(cluster);
  if (!oldest.empty()) entry["oldest_fact"] = oldest;
  const std::string outdated = outdated_since(cluster, today);
  if (!outdated.empty()) entry["outdated_since"] = outdated;
  return entry;
}

/// Only this machine is known to have no types of its own.
std::string no_gpus_word(const Cluster& cluster) {
  return cluster.scheduler == Scheduler::Slurm ? "?" : "none";
}

CommandResult run_site_list(const CommonOptions& options, World& world) {
  const auto today = planning_day(world);
  if (!today) return today.failure();
  const DataFiles data_files(world, options.profile_path);
  Listing sites("sites",
                {{"site"}, {"cluster"}, {"GPU types"}, {"status", Align::Left, status_colour}});
  for (const SiteProfile& profile : data_files.profiles().outlines(sites.problems)) {
    for (const Cluster& cluster : profile.clusters) {
      const auto keys = gpu_key_list(cluster);
      sites.table.add({site_name(profile, cluster), cluster.title,
                       keys.empty() ? no_gpus_word(cluster) : join(keys, ", "),
                       status_and_age_text(cluster, *today)});
      sites.entries.push_back(entry_of(profile, cluster, *today));
    }
  }
  return print_listing(std::move(sites), options, world);
}

}  // namespace

constinit const Command kSiteListCommand = {
    .name = "site list",
    .summary = "list the sites that have a profile",
    .description =
        "The first column is the value for --site: a center for its default cluster, else "
        "center/cluster. A day behind the status is that of the oldest fact, where it is more than "
        "a year ago; a site behind it is the one that facts were copied from and not confirmed. "
        "Where it says 'known only', how to ask for a GPU is documented for no type, and jobs with "
        "GPUs are refused; 'gpujob site show' says what is missing. "
        "Profiles that cannot be read are reported on stderr.",
    .examples = kSiteListExamples,
    .arguments = {},
    .option_sets = {kSiteListOptions},
    .run = run_command<parse_common, run_site_list>,
};

}  // namespace gpujob
