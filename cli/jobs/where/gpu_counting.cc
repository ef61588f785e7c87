// SPDX-License-Identifier: MIT
#include "jobs/where/gpu_counting.h"

#include <algorithm>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "jobs/send/carried_site.h"
#include "jobs/send/live_slurm.h"
#include "jobs/session/center_address.h"
#include "jobs/session/program_version.h"
#include "run/json_fields.h"

namespace gpujob {

namespace {

/// Reasons that are named on stderr; JSON has all of them.
constexpr std::size_t kMostReasonsShown = 3;
/// Sites that one line names.
constexpr std::size_t kMostSites = 4;

}  // namespace

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
  for (Diagnostic said : diagnostics_in(*document)) {  // its "this machine" is the center's
    said.where = format("gpujob at {}{}{}", site, said.where.empty() ? "" : ", ", said.where);
    problems_.push_back(std::move(said));
  }
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
    if (i >= kMostReasonsShown) {
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

}  // namespace gpujob
