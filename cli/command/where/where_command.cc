// SPDX-License-Identifier: MIT
#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/place_options.h"
#include "command/job/job_text.h"
#include "command/job/request_options.h"
#include "command/where/where_text.h"
#include "jobs/session/named_clusters.h"
#include "jobs/session/settings.h"
#include "jobs/session/site_selection.h"
#include "jobs/where/live_place.h"
#include "jobs/where/measured_place.h"
#include "jobs/where/wish.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 4> kWhereExamples = {{
    {"gpujob where GPU", "who has it, and how it is asked for there"},
    {"gpujob where integrate2d", "every GPU that it can run on, the earliest end first"},
    {"gpujob where integrate2d --gpu GPU:4 --sort cost", "four of them, the lowest charge first"},
    {"gpujob where ./train.sh --gpu GPU", "for a script of your own"},
}};
constexpr std::array<ArgumentSpec, 2> kWhereArguments = {
    {{"WORKLOAD|SCRIPT|GPU", "what is to run, or a GPU type or model alone", Completes::Workload,
      ArgumentSpec::Need::Optional},
     {"ARG", "arguments of the script", Completes::File, ArgumentSpec::Need::Many}}};
constexpr std::array<OptionSpec, 3> kWhereOptions = {
    {{.name = "sort",
      .value = "end|speed|cost",
      .help = "by expected end (default), measured time, or charge, else GPU-hours",
      .completes = Completes::Choices,
      .group = "Output"},
     kHereOption,
     kJsonFormatOption}};

/// Of one launch; what was measured is of the first word's number.
int gpus_asked(const Wish& wish) {
  if (!wish.gpus.empty() && wish.gpus.front().count) return *wish.gpus.front().count;
  return wish.flags.gpus.value_or(1);
}

/// The options that say which GPUs and nodes are wanted.
std::string asks_text(const JobPlan& plan) {
  constexpr std::array<std::string_view, 11> kAsking = {
      "gpus",      "gpus-per-node", "gpus-per-task",   "gpus-per-socket", "gres", "constraint",
      "partition", "nodes",         "ntasks-per-node", "exclusive",       "qos"};
  std::vector<std::string> words;
  for (const PlannedOption& option : plan.options)
    if (contains(kAsking, option.option) && option != PlannedOption{"nodes", "1"})
      words.push_back(option_text(option));
  return join(words, " ");
}

PossiblePlace place_of(const Job& job, const std::string& today) {
  const JobPlan& plan = job.resolution.plan;
  PossiblePlace choice = place_at(job.site, today);
  if (plan.gpu) {
    choice.gpu = plan.gpu->key;
    choice.model = plan.gpu->model;
    choice.gpus = plan.gpu->total;
  }
  choice.nodes = plan.nodes;
  choice.asks = asks_text(plan);
  for (const PlannedOption& option : plan.options) {
    if (option.option == "partition") choice.partition = option.value.value_or("");
    if (option.option == "qos") choice.qos = option.value.value_or("");
  }
  choice.time = plan.time;
  choice.charge = job.resolution.charge;
  return choice;
}

PlaceOrder order_of(const std::string& word) {
  if (word == "speed") return PlaceOrder::Speed;
  return word == "cost" ? PlaceOrder::Cost : PlaceOrder::End;
}

CommandResult run_where(const WhereOptions& options, Session& session) {
  World& world = session.world;
  const auto today = planning_day(world);
  if (!today) return today.failure();
  const auto sites = asked_clusters(session.data_files, options.request.place.site);
  if (!sites) return sites.failure();
  const auto wish = read_wish(session, *sites, options.request);
  if (!wish) return wish.failure();
  MeasuredPlaces measured;
  const Workload* workload = manifest_of(wish->work);
  if (workload != nullptr) {
    auto read = measured_places(session, *workload, wish->flags, gpus_asked(*wish));
    if (!read) return read.failure();
    measured = *std::move(read);
  }
  LivePlaces live(session, options.request.place);
  FoundPlaces found;
  for (const Selection& site : *sites) {
    for (const auto& gpu : gpus_to_try(*wish, site.get())) {
      if (world.interrupted() != 0) return 128 + world.interrupted();
      const auto job = wished_job(session, site, *wish, gpu, live.ask(site).endpoint);
      if (!job) {
        if (job.failure().exit == ExitCode::Failed) return job.failure();
        found.not_at.push_back({site_name(*site.profile, site.get()), gpu ? gpu->value : "",
                                reason_of(job.failure())});
        continue;
      }
      PossiblePlace& choice = found.choices.emplace_back(place_of(*job, *today));
      add_measured(measured, site.profile->center, site.cluster, choice);
      live.add(*job, choice);
    }
  }
  sort_places(found.choices, order_of(options.order));
  if (options.json) {
    world.out(dump_json(places_json(found, options.order)));
  } else {
    print_places(world, found, workload != nullptr);
  }
  if (const auto units = charge_units(found.choices); options.order == "cost" && units.size() > 1) {
    world.err(format("note: charges in {} cannot be compared; each unit has its own order\n",
                     join(units, ", ")));
  }
  live.note_other_slurm();
  print_diagnostics(world, live.problems());
  return status_of(found.choices.empty() ? ExitCode::Invalid : ExitCode::Done);
}

}  // namespace

Result<WhereOptions> parse_where(const Arguments& arguments) {
  auto job = parse_job(arguments);
  if (!job) return job.failure();
  return WhereOptions{*std::move(job), arguments.value_or("sort", "end")};
}

constinit const Command kWhereCommand = {
    .name = "where",
    .summary = "who has such a GPU, and where a job can run",
    .description =
        "Plans the job for every GPU type of every center, in the partition and QOS that "
        "'gpujob submit' would choose or that --partition and --qos name, and shows those that "
        "can take it: how they are asked for, how many GPUs the job is given (whole nodes count "
        "in full), what the center charges if the job takes its whole time limit, where its "
        "profile has the rate, until when the cluster runs. Where a Slurm or a sandbox of the "
        "site can be asked from here, also the GPUs of the type that are free now and the start "
        "that 'sbatch --test-only' estimates; of a workload, what was measured there and how "
        "long earlier runs waited; from nine runs on also between which times the next one's "
        "wait lies in 8 of 10 cases, by order statistics of theirs; and the expected end, which "
        "is the start, or else the usual wait, and how long earlier runs took. What is known "
        "nowhere is named.\n\n"
        "--gpu takes several types or models, separated by commas. A script keeps its own "
        "request for GPUs unless --gpu is given; one that is written for another center is "
        "better carried over with 'gpujob port'. Nothing is written or sent. The exit code is 3 "
        "where no site can run it.\n\n"
        "--sort cost puts the places of one unit of charge together, the lowest charge first, "
        "and so those without a known charge by GPU-hours: the GPUs that the job is given "
        "(whole nodes in full) for its time limit. The group with the fewest GPU-hours comes "
        "first.",
    .examples = kWhereExamples,
    .arguments = kWhereArguments,
    .option_sets = {kPlaceOptions, kWorkOptions, kOwnOptions, kWhereOptions},
    .run = run_command<parse_where, run_where>,
};

}  // namespace gpujob
