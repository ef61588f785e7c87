// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/site/site_text.h"
#include "command/where/known_columns.h"
#include "command/where/where_text.h"
#include "jobs/session/named_clusters.h"
#include "jobs/session/settings.h"
#include "jobs/where/gpu_counting.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 3> kGpusExamples = {{
    {"gpujob gpus", "every GPU type of every center"},
    {"gpujob gpus --site SITE,SITE --gpu KEY", "of one type or model, at two sites"},
    {"gpujob gpus --site SITE --sandbox", "as the site's sandbox tells"},
}};
constexpr std::array<OptionSpec, 7> kGpusOptions = {{kSitesOption,
                                                     kHereOption,
                                                     kAskSandboxOption,
                                                     kProfilePathOption,
                                                     {.name = "gpu",
                                                      .value = "KEY[,KEY]",
                                                      .help = "of these types or models alone",
                                                      .completes = Completes::Gpu},
                                                     {.name = "account",
                                                      .letter = 'A',
                                                      .value = "PROJECT",
                                                      .help = "project whose job would start"},
                                                     kJsonFormatOption}};

std::string number_text(const GpuTypeCount& one, int GpuStock::*number) {
  return one.place.stock ? std::to_string((*one.place.stock).*number) : "?";
}

std::string all_text(const GpuTypeCount& one) {
  if (one.place.stock) return number_text(one, &GpuStock::all);
  if (!one.all) return "?";
  return one.is_at_most ? format("at most {}", *one.all) : std::to_string(*one.all);
}

std::string teller_of(const GpuTypeCount& one) {
  if (!one.place.stock) return "profile";
  return one.sandbox.empty() ? "Slurm" : format("sandbox '{}'", one.sandbox);
}

bool is_told_now(const GpuTypeCount& one) {
  return one.place.stock.has_value();
}

std::vector<KnownColumn<GpuTypeCount>> count_columns() {
  const auto always = [](const GpuTypeCount&) { return true; };
  return {
      {{"site"}, [](const GpuTypeCount& one) { return one.place.site; }, always, ""},
      {{"GPU"}, [](const GpuTypeCount& one) { return one.place.gpu; }, always, ""},
      {{"model"}, [](const GpuTypeCount& one) { return one.place.model; }, always, ""},
      {{"in all", Align::Right}, all_text, always, ""},
      {{"free", Align::Right},
       [](const GpuTypeCount& one) { return number_text(one, &GpuStock::free); },
       is_told_now,
       "free GPUs"},
      {{"down", Align::Right},
       [](const GpuTypeCount& one) { return number_text(one, &GpuStock::down); },
       is_told_now,
       "those that are down"},
      {{"one starts"},
       [](const GpuTypeCount& one) { return start_text(one.place); },
       [](const GpuTypeCount& one) { return one.place.starts_in || !one.place.refused.empty(); },
       "start of a job with one GPU"},
      {{"told by"}, teller_of, always, ""},
      {{"status", Align::Left, status_colour},
       [](const GpuTypeCount& one) { return one.place.status; },
       always,
       ""}};
}

Json count_json(const GpuTypeCount& one) {
  const PossiblePlace& place = one.place;
  Json entry = {{"site", place.site}, {"gpu", place.gpu}, {"gpu_model", place.model}};
  entry["all"] = place.stock ? Json(place.stock->all) : one.all ? Json(*one.all) : Json(nullptr);
  entry["all_is_at_most"] = !place.stock && one.is_at_most;
  entry["free"] = place.stock ? Json(place.stock->free) : Json(nullptr);
  entry["down"] = place.stock ? Json(place.stock->down) : Json(nullptr);
  entry["starts_in_seconds"] = place.starts_in ? Json(*place.starts_in) : Json(nullptr);
  entry["refused"] = place.refused.empty() ? Json(nullptr) : Json(place.refused);
  entry["told_by"] = place.stock ? "slurm" : "profile";
  entry["sandbox"] = one.sandbox.empty() ? Json(nullptr) : Json(one.sandbox);
  entry["why_profile"] = one.why.empty() ? Json(nullptr) : Json(one.why);
  entry["status"] = place.status;
  return entry;
}

/// What is known of no type is named on stderr.
void print_counts(World& world, const std::vector<GpuTypeCount>& counts) {
  world.err(print_known(world, count_columns(), counts));
}

Json counts_json(const std::vector<GpuTypeCount>& counts) {
  Json rows = Json::array();
  for (const GpuTypeCount& one : counts) rows.push_back(count_json(one));
  return rows;
}

CommandResult run_gpus(const JobOptions& options, Session& session) {
  World& world = session.world;
  const auto today = planning_day(world);
  if (!today) return today.failure();
  const PlaceFlags& place = options.request.place;
  const auto sites = asked_clusters(session.data_files, place.site);
  if (!sites) return sites.failure();
  auto wish = read_wish(session, *sites, options.request);
  if (!wish) return wish.failure();
  for (const GpuWord& word : wish->gpus) {
    if (!word.count) continue;
    return Failure{ExitCode::Usage, "option '--gpu'",
                   format("'{}:{}' names a number", printable(word.key), *word.count), "",
                   format("leave it out; 'gpujob where {}:{}' plans for so many",
                          printable(word.key), *word.count)};
  }
  GpuCounting counting(session, place, *std::move(wish), *today);
  for (const Selection& site : *sites) {
    if (world.interrupted() != 0) return 128 + world.interrupted();
    counting.add(site);
  }
  counting.ask();
  std::vector<GpuTypeCount> counts = counting.counts();
  sort_counts(counts);
  if (options.json) {
    Json document = json_document("gpu-stock");
    document["gpus"] = counts_json(counts);
    document["diagnostics"] = to_json(counting.problems());
    world.out(dump_json(document));
  } else {
    print_counts(world, counts);
  }
  print_diagnostics(world, counting.problems());
  return status_of(ExitCode::Done);
}

}  // namespace

constinit const Command kGpusCommand = {
    .name = "gpus",
    .summary = "GPUs of each center: in all, free now, down",
    .description =
        "For every GPU type of every cluster, or of those that --site names: how many there are, "
        "free and on nodes that are down, drained or reserved for maintenance, from one question "
        "about the nodes of the cluster; and when a job of ten minutes with one GPU would start, "
        "as 'sbatch --test-only' estimates for your own account or that of --account, one question "
        "per type. Asked are this machine's Slurm, a running sandbox, or gpujob at a center with "
        "an open connection, all such centers at the same time. "
        "Where nothing can be asked the number in all is the profile's, and a note says why. "
        "'gpujob where' plans a job of yours in place of one GPU.",
    .examples = kGpusExamples,
    .arguments = {},
    .option_sets = {kGpusOptions},
    .run = run_command<parse_job, run_gpus>,
};

}  // namespace gpujob
