// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/json_value.h"
#include "base/suggest.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/config/settings.h"
#include "command/config/site_selection.h"
#include "command/job/account.h"
#include "command/job/job.h"
#include "command/job/job_text.h"
#include "command/job/request_options.h"
#include "command/site/site_text.h"
#include "command/where/live_place.h"
#include "command/where/measured_place.h"
#include "command/where/where_text.h"
#include "jobs/possible_place.h"
#include "plan/gpu_choice.h"

namespace gpujob {

namespace {

constexpr std::array<Example, 4> kWhereExamples = {{
    {"gpujob where GPU", "who has it, and how it is asked for there"},
    {"gpujob where integrate2d", "every GPU that it can run on, the earliest end first"},
    {"gpujob where integrate2d --gpu GPU:4 --sort cost", "four of them, the fewest GPUs first"},
    {"gpujob where ./train.sh --gpu GPU", "for a script of your own"},
}};
constexpr std::array<ArgumentSpec, 2> kWhereArguments = {
    {{"WORKLOAD|SCRIPT|GPU", "what is to run, or a GPU type or model alone", Completes::Workload,
      ArgumentSpec::Need::Optional},
     {"ARG", "arguments of the script", Completes::File, ArgumentSpec::Need::Many}}};
constexpr std::array<OptionSpec, 3> kWhereOptions = {
    {{.name = "sort",
      .value = "end|speed|cost",
      .help = "by expected end (default), measured time, or GPUs that the job is given",
      .completes = Completes::Choices,
      .group = "Output"},
     kHereOption,
     kJsonFormatOption}};

/// A GPU alone is asked for this long unless --time says otherwise.
constexpr Seconds kShortJob{600};

/// What is to run, and on which GPUs.
struct Wish {
  Work work;
  bool is_workload = false;
  std::vector<GpuWord> gpus;  ///< empty: on any
  Request flags;
};

using Sites = std::vector<Selection>;

/// Every cluster with a scheduler; with --site those of a center, or one.
Result<Sites> sites_of(DataFiles& data_files, const Arguments& arguments) {
  const auto named = arguments.value("site");
  Sites sites;
  const auto add_all = [&](const std::shared_ptr<const SiteProfile>& profile) {
    for (const Cluster& cluster : profile->clusters)
      if (cluster.scheduler != Scheduler::None) sites.push_back({profile, cluster.name});
  };
  if (named) {
    auto found = data_files.profiles().find(*named);
    if (!found) return found.failure();
    if (found->get().scheduler == Scheduler::None) {
      return Failure{ExitCode::Usage, "option '--site'",
                     format("site '{}' has no scheduler", printable(*named)), "", "name a center"};
    }
    if (to_lower(*named) == to_lower(found->profile->center)) {
      add_all(found->profile);
    } else {
      sites.push_back(*std::move(found));
    }
    return sites;
  }
  Diagnostics problems;
  for (SiteProfile& profile : data_files.profiles().all(problems))
    add_all(std::make_shared<const SiteProfile>(std::move(profile)));
  if (has_errors(problems)) return Failure{ExitCode::Invalid, std::move(problems)};
  return sites;
}

/// Keys and models of all GPU types.
std::vector<std::string> known_gpus(const Sites& sites) {
  std::set<std::string> known;
  for (const Selection& site : sites) {
    for (const GpuType& type : site.get().gpus) known.insert({type.key, type.model});
  }
  return {known.begin(), known.end()};
}

bool is_known_gpu(const Sites& sites, const GpuWord& word) {
  return std::any_of(sites.begin(), sites.end(), [&](const Selection& site) {
    const auto& types = site.get().gpus;
    return std::any_of(types.begin(), types.end(),
                       [&](const GpuType& type) { return names_gpu(word.key, type); });
  });
}

/// One word that is neither a path nor a file here: a workload or a GPU.
bool is_bare_word(const World& world, const std::vector<std::string>& words) {
  return words.size() == 1 && words.front().find('/') == std::string::npos &&
         world.kind(words.front()) == FileKind::Absent;
}

bool is_gpu_word(const World& world, const DataFiles& data_files, const Sites& sites,
                 const std::vector<std::string>& words) {
  if (!is_bare_word(world, words) || data_files.workloads().find(words.front())) return false;
  const auto gpu = read_gpu_word(words.front().substr(0, words.front().find(',')), "GPU");
  return gpu && is_known_gpu(sites, *gpu);
}

Failure unknown_wish(const DataFiles& data_files, const Sites& sites, const std::string& word) {
  std::vector<std::string> known = known_gpus(sites);
  Diagnostics unlisted;  // only a suggestion is made of the names
  for (std::string& name : data_files.workloads().names(unlisted)) known.push_back(std::move(name));
  std::string way = did_you_mean(word, known);
  if (way.empty())
    way = "'gpujob where' alone shows the GPUs; 'gpujob workload list' the workloads";
  return {ExitCode::Usage, format("'{}'", printable(word)),
          "neither a workload nor a script here nor a GPU of any site", "", std::move(way)};
}

Status read_gpus(const Sites& sites, const std::string& list, const std::string& origin,
                 std::vector<GpuWord>& gpus) {
  for (const std::string_view word : split(list, ',')) {
    auto read = read_gpu_word(std::string(word), origin);
    if (!read) return read.failure();
    if (!is_known_gpu(sites, *read)) {
      return Failure{ExitCode::Usage, format("{}: '{}'", origin, printable(read->key)),
                     "no site has such a GPU", "", did_you_mean(read->key, known_gpus(sites))};
    }
    gpus.push_back(*std::move(read));
  }
  return {};
}

Result<Wish> read_wish(World& world, DataFiles& data_files, const Sites& sites,
                       const Arguments& arguments) {
  auto flags = read_request(arguments);
  if (!flags) return flags.failure();
  Wish wish;
  wish.flags = *std::move(flags);
  wish.flags.missing_account = MissingAccount::Warning;
  const auto& words = arguments.positional();
  const bool gpu_alone = is_gpu_word(world, data_files, sites, words);
  const bool nothing = words.empty() && !arguments.has("wrap");
  if (const auto list = gpu_alone ? std::optional(words.front()) : arguments.value("gpu")) {
    const std::string origin = gpu_alone ? "GPU" : "option '--gpu'";
    if (auto read = read_gpus(sites, *list, origin, wish.gpus); !read) return read.failure();
  }
  if (gpu_alone && arguments.has("gpu")) {
    return Failure{ExitCode::Usage, "option '--gpu'",
                   format("'{}' names a GPU already", printable(words.front())), "",
                   "write both in one word, with a comma"};
  }
  if (!gpu_alone && is_bare_word(world, words) && !data_files.workloads().find(words.front()))
    return unknown_wish(data_files, sites, words.front());
  auto work = gpu_alone || nothing ? command_work(world, {"true"})
                                   : find_work(world, data_files, arguments);
  if (!work) return work.failure();
  wish.work = *std::move(work);
  wish.is_workload = !wish.work.own;
  if ((gpu_alone || nothing) && !wish.flags.time) wish.flags.time = kShortJob;
  if (wish.work.own) {
    if (auto placed = place_own_job(world, arguments, *wish.work.own, wish.flags); !placed)
      return placed.failure();
  }
  return wish;
}

/// Of one launch; what was measured is of the first word's number.
int gpus_asked(const Wish& wish) {
  if (!wish.gpus.empty() && wish.gpus.front().count) return *wish.gpus.front().count;
  return wish.flags.gpus.value_or(1);
}

/// The GPUs to try at a cluster. A script says itself what it wants, unless --gpu does.
std::vector<std::optional<SourcedValue>> gpus_to_try(const Wish& wish, const Cluster& cluster) {
  const bool is_script = wish.work.own && !wish.work.own->text.empty();
  if (is_script && wish.gpus.empty()) return {std::nullopt};
  std::vector<std::optional<SourcedValue>> tries;
  for (const GpuType& type : cluster.gpus) {
    if (wish.gpus.empty()) {
      tries.emplace_back(SourcedValue{type.key, From::Flag, "--gpu"});
      continue;
    }
    for (const GpuWord& word : wish.gpus) {
      if (!names_gpu(word.key, type)) continue;
      const std::string count = word.count ? format(":{}", *word.count) : "";
      tries.emplace_back(SourcedValue{type.key + count, From::Flag, "--gpu"});
      break;
    }
  }
  return tries;
}

Result<Job> job_at(World& world, DataFiles& data_files, const Configuration& configuration,
                   const Selection& site, const Wish& wish,
                   const std::optional<SourcedValue>& gpu) {
  Request flags = wish.flags;
  flags.gpu = gpu;
  const OwnJob* own = wish.work.own ? &*wish.work.own : nullptr;
  const auto facts = own != nullptr ? read_facts(world, configuration, site)
                                    : read_facts(world, configuration, site, wish.work.workload,
                                                 Describe::FromFile);
  if (!facts) return facts.failure();
  Result<Request> request =
      own != nullptr
          ? complete_own_request(world, configuration, site, *own, *facts, std::move(flags))
          : complete_request(world, configuration, site, *facts, std::move(flags));
  if (!request) return request.failure();
  forget_slurm_variables(*request);
  complete_account(world, data_files, site, {}, true, *request);
  if (own != nullptr && !gpu && request->has_own_gpu_request) {
    return Failure{ExitCode::Invalid, full_name(site),
                   "the script asks for GPUs in a form that the center does not document", "",
                   "'gpujob port' writes it in the center's"};
  }
  return make_job(data_files, site, wish.work.workload, *request, own);
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
  PossiblePlace choice;
  choice.site = site_name(*job.site.profile, job.site.get());
  if (plan.gpu) {
    choice.gpu = plan.gpu->key;
    choice.model = plan.gpu->model;
    choice.gpus = plan.gpu->total;
  }
  choice.nodes = plan.nodes;
  choice.asks = asks_text(plan);
  const ClusterStatus& status = job.site.get().status;
  choice.status = status_text(status, today);
  choice.is_over = status.state != ClusterStatus::State::Active && today >= status.date;
  return choice;
}

/// The first error, without the site's name, which stands beside it.
std::string reason_of(const Failure& failure) {
  const auto error =
      std::find_if(failure.diagnostics.begin(), failure.diagnostics.end(),
                   [](const Diagnostic& one) { return one.severity == Severity::Error; });
  const Diagnostic& first =
      error == failure.diagnostics.end() ? failure.diagnostics.front() : *error;
  return first.why.empty() ? first.problem : format("{} ({})", first.problem, first.why);
}

PlaceOrder order_of(const std::string& word) {
  if (word == "speed") return PlaceOrder::Speed;
  return word == "cost" ? PlaceOrder::Cost : PlaceOrder::End;
}

CommandResult run_where(const Arguments& arguments, World& world) {
  const auto configuration = load_configuration(world);
  if (!configuration) return configuration.failure();
  const auto today = planning_day(world);
  if (!today) return today.failure();
  DataFiles data_files(world, arguments.values("profile-path"));
  const auto sites = sites_of(data_files, arguments);
  if (!sites) return sites.failure();
  const auto wish = read_wish(world, data_files, *sites, arguments);
  if (!wish) return wish.failure();
  MeasuredPlaces measured;
  if (wish->is_workload) {
    auto read =
        measured_places(world, *configuration, wish->work.workload, wish->flags, gpus_asked(*wish));
    if (!read) return read.failure();
    measured = *std::move(read);
  }
  LivePlaces live(world, data_files, endpoint_flags(arguments));
  FoundPlaces found;
  for (const Selection& site : *sites) {
    for (const auto& gpu : gpus_to_try(*wish, site.get())) {
      if (world.interrupted() != 0) return 128 + world.interrupted();
      const auto job = job_at(world, data_files, *configuration, site, *wish, gpu);
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
  const std::string order = arguments.value_or("sort", "end");
  sort_places(found.choices, order_of(order));
  if (wants_json(arguments)) {
    world.out(dump_json(places_json(found, order)));
  } else {
    print_places(world, found, wish->is_workload);
  }
  print_diagnostics(world, live.problems());
  return status_of(found.choices.empty() ? ExitCode::Invalid : ExitCode::Done);
}

}  // namespace

constinit const Command kWhereCommand = {
    .name = "where",
    .summary = "who has such a GPU, and where a job can run",
    .description =
        "Plans the job for every GPU type of every center and shows those that can take it: how "
        "they are asked for, how many GPUs the job is given (whole nodes count in full; what a "
        "center charges for them is in no profile), until when the cluster runs. Where a Slurm or "
        "a sandbox of the site can be asked from here, also the GPUs of the type that are free now "
        "and the start that 'sbatch --test-only' estimates; of a workload, what was measured there "
        "and how long earlier runs waited. What is known nowhere is named.\n\n"
        "--gpu takes several types or models, separated by commas. A script keeps its own request "
        "for GPUs unless --gpu is given; one that is written for another center is better "
        "carried over with 'gpujob port'. Nothing is written or sent. The exit code is 3 where no "
        "site can run it.",
    .examples = kWhereExamples,
    .arguments = kWhereArguments,
    .option_sets = {kPlaceOptions, kWorkOptions, kOwnOptions, kWhereOptions},
    .run = run_where,
};

}  // namespace gpujob
