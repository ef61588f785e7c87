// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "command/args/commands.h"
#include "command/args/output.h"
#include "command/args/version.h"
#include "command/config/named_clusters.h"
#include "command/config/place_options.h"
#include "command/remote/site_connection.h"
#include "command/where/gpu_type_count.h"
#include "command/where/live_place.h"
#include "command/where/wish.h"
#include "jobs/send/carried_site.h"
#include "jobs/send/live_slurm.h"
#include "jobs/session/settings.h"
#include "run/json_fields.h"

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

/// Reasons that are named on stderr; JSON has all of them.
constexpr std::size_t kMostReasons = 3;
/// Sites that one line names.
constexpr std::size_t kMostSites = 4;

/// Asks about the GPUs of clusters: Slurms of this machine one after the other, centers behind
/// connections all at the same time.
class GpuCounting {
 public:
  GpuCounting(Session& session, const PlaceFlags& place, Wish wish, std::string today)
      : session_(session),
        place_(place),
        wish_(std::move(wish)),
        today_(std::move(today)),
        live_(session, place, Need::Counts) {}

  /// Adds a row for each type that is wanted there; what a center is to fill waits for ask().
  void add(const Selection& site);
  /// Asks the centers.
  void ask();
  std::vector<GpuTypeCount> counts() const;
  /// What was asked and not answered, and why no Slurm told of some sites.
  Diagnostics problems() const;

 private:
  /// Sites whose numbers are the profile's for one reason, and what opens a way.
  struct NotAsked {
    std::string reason, way;
    std::vector<std::string> sites;
  };

  /// A center whose rows are to be filled.
  struct ToAsk {
    std::size_t rows;  ///< which of counts_
    Selection site;
    CenterQuestion question;
  };

  void ask_here(const Selection& site, const LivePlaces::Asked& asked,
                std::vector<GpuTypeCount>& rows);
  Result<CenterQuestion> question_for(const Selection& site, const std::string& host,
                                      const std::vector<GpuTypeCount>& rows) const;
  Status take_reply(const CenterReply& reply, const std::string& site,
                    std::vector<GpuTypeCount>& rows);
  void not_asked(const Selection& site, const Failure& failure, std::vector<GpuTypeCount>& rows);
  void add_reason(const NotAsked& added);
  void add_start(const Selection& site, GpuTypeCount& row);

  Session& session_;
  PlaceFlags place_;
  Wish wish_;
  std::string today_;
  LivePlaces live_;
  std::vector<std::vector<GpuTypeCount>> counts_;  ///< of each cluster
  std::vector<ToAsk> to_ask_;
  std::vector<NotAsked> not_asked_;
  Diagnostics problems_;
};

void GpuCounting::add(const Selection& site) {
  std::vector<GpuTypeCount> rows;
  for (const auto& gpu : gpus_to_try(wish_, site.get()))
    rows.push_back(count_in_profile(site, *site.get().find_gpu(gpu->value), today_));
  if (rows.empty()) return;
  session_.world.progress(format("asking {}", full_name(site)));
  const LivePlaces::Asked& asked = live_.ask(site);
  if (!asked.endpoint) {
    not_asked(site, asked.why, rows);
  } else if (asked.endpoint->kind != EndpointKind::Ssh) {
    ask_here(site, asked, rows);
  } else if (auto question = question_for(site, asked.endpoint->host, rows); question) {
    to_ask_.push_back({counts_.size(), site, *std::move(question)});
  } else {
    not_asked(site, question.failure(), rows);
  }
  counts_.push_back(std::move(rows));
}

void GpuCounting::ask() {
  std::vector<CenterQuestion> questions;
  std::vector<std::string> names;
  for (const ToAsk& one : to_ask_) {
    questions.push_back(one.question);
    names.push_back(one.question.center.site);
  }
  if (!names.empty()) session_.world.progress(format("asking {}", join(names, ", ")));
  const auto replies = ask_centers(session_.world, questions);
  for (std::size_t i = 0; i < to_ask_.size(); ++i) {
    std::vector<GpuTypeCount>& rows = counts_[to_ask_[i].rows];
    const Status told =
        replies[i] ? take_reply(*replies[i], names[i], rows) : Status{replies[i].failure()};
    if (!told) not_asked(to_ask_[i].site, told.failure(), rows);
  }
}

std::vector<GpuTypeCount> GpuCounting::counts() const {
  std::vector<GpuTypeCount> all;
  for (const auto& rows : counts_) all.insert(all.end(), rows.begin(), rows.end());
  return all;
}

void GpuCounting::ask_here(const Selection& site, const LivePlaces::Asked& asked,
                           std::vector<GpuTypeCount>& rows) {
  for (GpuTypeCount& row : rows) {
    if (asked.has_nodes) row.place.stock = stock_of(site, row.place.gpu, "", asked.nodes);
    if (row.place.stock) {
      row.sandbox = asked.endpoint->sandbox;
    } else {
      row.why = asked.has_nodes ? "Slurm does not tell its types of GPUs apart"
                                : asked.why.diagnostics.front().problem;
      add_reason({row.why, "", {row.place.site}});
    }
    add_start(site, row);
  }
}

void GpuCounting::add_start(const Selection& site, GpuTypeCount& row) {
  const SourcedValue gpu{row.place.gpu, From::Flag, "--gpu"};
  const auto job = wished_job(session_, site, wish_, gpu, live_.ask(site).endpoint);
  if (job) return live_.add_start(*job, row.place);
  problems_.push_back({"", Severity::Note, format("{} {}", row.place.site, row.place.gpu),
                       "the start was not asked", reason_of(job.failure()), "", ""});
}

Result<CenterQuestion> GpuCounting::question_for(const Selection& site, const std::string& host,
                                                 const std::vector<GpuTypeCount>& rows) const {
  std::string gpus;
  for (const GpuTypeCount& row : rows) gpus += (gpus.empty() ? "" : ",") + row.place.gpu;
  CenterRequest request =
      words_for({"gpus", "--site", full_name(site), "--gpu", gpus, "--format", "json"});
  if (place_.here) request.words.emplace_back("--here");
  if (auto carried = carry_site(session_, site, request); !carried) return carried.failure();
  if (wish_.flags.account) request.environment["GPUJOB_ACCOUNT"] = wish_.flags.account->value;
  return CenterQuestion{{full_name(site), host, std::string(kProgramVersion)},
                        {std::move(request)}};
}

Status GpuCounting::take_reply(const CenterReply& reply, const std::string& site,
                               std::vector<GpuTypeCount>& rows) {
  const CenterAnswer& answer = reply.answers.front();
  const std::string where = format("site '{}'", site);
  if (answer.exit != 0)
    return Failure{ExitCode::Unknown, where, "gpujob there failed", failure_words(answer)};
  const auto document = parse_json(answer.out, where);
  if (!document || !document->is_object() || !document->contains("gpus") ||
      !take_counts((*document)["gpus"], rows)) {
    return Failure{ExitCode::Unknown, where, "its answer cannot be used", "", "ask again"};
  }
  append(problems_, diagnostics_in(*document));
  return {};
}

void GpuCounting::not_asked(const Selection& site, const Failure& failure,
                            std::vector<GpuTypeCount>& rows) {
  const Diagnostic& first = failure.diagnostics.front();
  const std::string reason = first.problem + (first.why.empty() ? "" : format(": {}", first.why));
  for (GpuTypeCount& row : rows) row.why = reason;
  // A configured site says itself that it is not connected.
  const bool has_host = !ssh_host_of(session_.configuration, site).empty();
  const std::string name = rows.front().place.site;
  std::string way;
  if (failure.exit == ExitCode::Scheduler) {
    way = has_host ? format("run 'gpujob connect {}'", name)
                   : "'gpujob config set sites.SITE.ssh HOST' and 'gpujob connect SITE' open a way";
  }
  add_reason({reason, way, {name}});
}

void GpuCounting::add_reason(const NotAsked& added) {
  const auto same = std::find_if(not_asked_.begin(), not_asked_.end(), [&](const NotAsked& one) {
    return one.reason == added.reason && one.way == added.way;
  });
  if (same == not_asked_.end()) return not_asked_.push_back(added);
  if (!contains(same->sites, added.sites.front())) same->sites.push_back(added.sites.front());
}

Diagnostics GpuCounting::problems() const {
  Diagnostics all = live_.problems();
  append(all, problems_);
  std::size_t left = 0;
  for (std::size_t i = 0; i < not_asked_.size(); ++i) {
    const NotAsked& one = not_asked_[i];
    if (i >= kMostReasons) {
      left += one.sites.size();
      continue;
    }
    const std::string sites = one.sites.size() > kMostSites ? count_of(one.sites.size(), "cluster")
                                                            : join(one.sites, ", ");
    all.push_back(
        {"", Severity::Note, sites, "the numbers are the profile's", one.reason, one.way, ""});
  }
  if (left > 0) {
    all.push_back({"", Severity::Note, count_of(left, "more cluster"),
                   "the numbers are the profile's", "for other reasons",
                   "'--site SITE' names the reason", ""});
  }
  return all;
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
