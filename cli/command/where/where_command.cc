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
#include "jobs/where/other_places.h"
#include "jobs/where/wish.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 5> kWhereExamples = {{
    {"gpujob where GPU", "who has it, and how it is asked for there"},
    {"gpujob where integrate2d", "every GPU that it can run on, the earliest end first"},
    {"gpujob where integrate2d --gpu GPU:4 --sort cost", "four of them, the lowest charge first"},
    {"gpujob where ./train.sh --gpu GPU", "for a script of your own"},
    {"gpujob where GPU --site SITE --all", "every partition and QOS that takes it at a site"},
}};
constexpr std::array<ArgumentSpec, 2> kWhereArguments = {
    {{"WORKLOAD|SCRIPT|GPU", "what is to run, or a GPU type or model alone", Completes::Workload,
      ArgumentSpec::Need::Optional},
     {"ARG", "arguments of the script", Completes::File, ArgumentSpec::Need::Many}}};
constexpr std::array<OptionSpec, 4> kWhereOptions = {
    {{.name = "sort",
      .value = "end|speed|cost",
      .help = "by expected end (default), measured time, or charge, else GPU-hours",
      .completes = Completes::Choices,
      .group = "Output"},
     {.name = "all",
      .help = "every partition and QOS that takes the job, not only submit's choice",
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
  if (const std::string* const named = option_value(plan, "partition")) choice.partition = *named;
  if (const std::string* const named = option_value(plan, "qos")) choice.qos = *named;
  choice.time = plan.time;
  choice.charge = job.resolution.charge;
  return choice;
}

/// Jobs and their places, before any scheduler is asked.
struct PlannedPlaces {
  std::vector<Job> jobs;  ///< of each of the choices
  FoundPlaces found;

  void add(Job job, const std::string& today, bool chosen) {
    found.choices.push_back(place_of(job, today));
    found.choices.back().chosen = chosen;
    jobs.push_back(std::move(job));
  }
};

/// Plans the wish for one GPU of a site; fails where nothing can be planned at all.
Status plan_places(Session& session, const Selection& site, const Wish& wish,
                   const std::optional<SourcedValue>& gpu, const std::optional<Endpoint>& endpoint,
                   PlannedPlaces& planned, const std::string& today) {
  const auto wished = wish_at(session, site, wish, gpu, endpoint);
  auto own = wished ? make_job(session.data_files, site, wished->work, wished->request)
                    : Result<Job>(wished.failure());
  if (!own && own.failure().exit == ExitCode::Failed) return own.failure();
  std::vector<Job> others;
  if (wished) others = jobs_in_other_places(session.data_files, *wished, own ? &*own : nullptr);
  if (own) {
    planned.add(*std::move(own), today, true);
  } else {
    planned.found.not_at.push_back({site_name(*site.profile, site.get()), gpu ? gpu->value : "",
                                    reason_of(own.failure()), others.size()});
  }
  for (Job& job : others) planned.add(std::move(job), today, false);
  return {};
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
  PlannedPlaces planned;
  for (const Selection& site : *sites) {
    for (const auto& gpu : gpus_to_try(*wish, site.get())) {
      if (world.interrupted() != 0) return 128 + world.interrupted();
      const auto& endpoint = live.ask(site).endpoint;
      if (auto ok = plan_places(session, site, *wish, gpu, endpoint, planned, *today); !ok)
        return ok.failure();
    }
  }
  FoundPlaces& found = planned.found;
  for (const bool chosen : {true, false}) {  // the most important questions first
    for (std::size_t i = 0; i < found.choices.size(); ++i) {
      if (world.interrupted() != 0) return 128 + world.interrupted();
      if (found.choices[i].chosen != chosen) continue;
      add_measured(measured, planned.jobs[i], found.choices[i]);
      live.add(planned.jobs[i], found.choices[i]);
    }
  }
  sort_places(found.choices, order_of(options.order));
  if (options.json) {
    world.out(dump_json(places_json(found, options.order)));
  } else {
    print_places(world, options.all ? found : without_others(found), workload != nullptr);
  }
  if (const auto units = charge_units(found.choices); options.order == "cost" && units.size() > 1) {
    world.err(format("note: charges in {} cannot be compared; each unit has its own order\n",
                     join(units, ", ")));
  }
  live.note_other_slurm();
  live.note_not_asked();
  print_diagnostics(world, live.problems());
  return status_of(found.choices.empty() ? ExitCode::Invalid : ExitCode::Done);
}

}  // namespace

Result<WhereOptions> parse_where(const Arguments& arguments) {
  auto job = parse_job(arguments);
  if (!job) return job.failure();
  return WhereOptions{*std::move(job), arguments.value_or("sort", "end"), arguments.has("all")};
}

constinit const Command kWhereCommand = {
    .name = "where",
    .summary = "who has such a GPU, and where a job can run",
    .description =
        "Plans the job for every GPU type of every center, in the partition and QOS that "
        "'gpujob submit' would choose or that --partition and --qos name, and in all others there "
        "that can take it: how they are asked for, how many GPUs the job is given (whole nodes "
        "count in full), what the center charges if the job takes its whole time limit, where its "
        "profile has the rate, until when the cluster runs. Where a Slurm or a sandbox of the "
        "site can be asked from here, also the GPUs of the type that are free now and the start "
        "that 'sbatch --test-only' estimates; of a workload, what was measured there and how "
        "long earlier runs waited in that partition and QOS; from nine runs on also between which "
        "times the next one's wait lies in 8 of 10 cases, by order statistics of theirs; and the "
        "expected end, which "
        "is the start, or else the usual wait, and how long earlier runs took. What is known "
        "nowhere is named.\n\n"
        "Of each GPU type the choice of 'gpujob submit' is shown, and what comes before it in the "
        "order, as another partition where the job would start sooner; 'others' counts the rest. "
        "--all shows these as well, and so does --format json ('chosen' tells them apart). "
        "The start is asked in all choices of 'gpujob submit' and in 16 others: name what you want "
        "where there are more. Earlier runs whose partition is not recorded count at the choice of "
        "'gpujob submit'.\n\n"
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
