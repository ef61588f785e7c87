// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/site/site_text.h"
#include "jobs/session/data_files.h"
#include "jobs/session/settings.h"
#include "plan/draft.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 2> kSiteShowExamples = {{
    {"gpujob site show SITE", "GPU types and how to request them, partitions, rules, modules"},
    {"gpujob site show SITE --gpu GPU", "one GPU type: its nodes, peak rates and software"},
}};
constexpr std::array<ArgumentSpec, 1> kSiteShowArguments = {
    {{"SITE", "center, cluster or center/cluster; 'gpujob site list' lists them",
      Completes::Site}}};
constexpr std::array<OptionSpec, 3> kSiteShowOptions = {{{.name = "gpu",
                                                          .value = "KEY",
                                                          .help = "show only this GPU type",
                                                          .completes = Completes::Gpu},
                                                         kProfilePathOption,
                                                         kJsonFormatOption}};

Result<const GpuType*> find_type(const Selection& site, const std::string& key) {
  if (const GpuType* type = site.get().find_gpu(key)) return type;
  auto known = gpu_key_list(site.get());
  std::sort(known.begin(), known.end());
  const std::string where = format("site '{}'", site_name(*site.profile, site.get()));
  if (known.empty()) {
    return Failure{ExitCode::Usage, where, "no GPU types in its profile"};
  }
  return unknown_name(where, "GPU type", key, known);
}

CommandResult show_gpu(DataFiles& data_files, const Selection& site, const std::string& key,
                       bool as_json, World& world) {
  const auto type = find_type(site, key);
  if (!type) return type.failure();
  const auto catalogue = data_files.catalogue();
  if (!catalogue) return catalogue.failure();
  const GpuModel* model = (*catalogue)->find((*type)->model);
  if (as_json) {
    Json document = json_document("site-gpu");
    document["site"] = site_name(*site.profile, site.get());
    document["gpu"] = gpu_json(site.get(), **type, model);
    world.out(dump_json(document));
  } else {
    world.out(gpu_text(*site.profile, site.get(), **type, model, world.out_screen()));
  }
  return status_of(ExitCode::Done);
}

/// "other clusters of x: x/y", or nothing.
std::string others(const Selection& site) {
  std::vector<std::string> names;
  for (const Cluster& cluster : site.profile->clusters) {
    if (cluster.name != site.cluster) names.push_back(site_name(*site.profile, cluster));
  }
  return names.empty() ? "" : format("\nThe center's other clusters: {}\n", join(names, ", "));
}

struct SiteShowOptions : CommonOptions {
  std::optional<std::string> gpu;
};

SiteShowOptions parse_site_show(const Arguments& arguments) {
  return {parse_common(arguments), arguments.value("gpu")};
}

CommandResult run_site_show(const SiteShowOptions& options, World& world) {
  DataFiles data_files(world, options.profile_path);
  const auto site = data_files.profiles().find(options.words[0]);
  if (!site) return site.failure();
  if (options.gpu) return show_gpu(data_files, *site, *options.gpu, options.json, world);
  if (options.json) {
    Json document = json_document("site-profile");
    document["profile"] = cluster_json(*site->profile, site->get());
    world.out(dump_json(document));
  } else {
    const auto today = planning_day(world);
    if (!today) return today.failure();
    world.out(cluster_text(*site->profile, site->get(), *today, world.out_screen()) +
              others(*site));
  }
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kSiteShowCommand = {
    .name = "site show",
    .summary = "show a site's profile",
    .description = "What the profile does not say is shown as '?'; nothing is guessed.",
    .examples = kSiteShowExamples,
    .arguments = kSiteShowArguments,
    .option_sets = {kSiteShowOptions},
    .run = run_command<parse_site_show, run_site_show>,
};

}  // namespace gpujob
