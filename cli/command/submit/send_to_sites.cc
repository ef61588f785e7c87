// SPDX-License-Identifier: MIT
#include "command/submit/send_to_sites.h"

#include "base/format.h"
#include "base/json_value.h"
#include "command/args/output.h"
#include "command/runs/follow_run.h"
#include "command/runs/run_text.h"
#include "command/submit/send_jobs.h"
#include "command/submit/sent_runs.h"
#include "jobs/run_locator.h"
#include "jobs/session.h"

namespace gpujob {

namespace {

/// The jobs of several sites: all are prepared before the first is sent.
class SendingToSites {
 public:
  SendingToSites(Session& session, const std::vector<SiteLine>& lines,
                 const std::vector<PlannedSweep>& planned)
      : session_(session), lines_(lines), all_(joined(lines, planned)) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      sites_.push_back(sender_for_site(session, lines[i].arguments, planned[i]));
    }
  }

  CommandResult send_all() {
    print_remarks(session_.world, all_, arguments());
    const std::size_t points = all_.jobs.size() / sites_.size();
    Refusals refusals(all_.sweep);
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      if (auto ready = sites_[i]->prepare(); !ready) refusals.add(i * points, ready.failure());
    }
    if (!refusals.empty()) return refusals.all();
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      auto sent = sites_[i]->send_points();
      for (const SentRun& one : sites_[i]->sent())
        sent_.push_back({i * points + one.point, one.run});
      if (!sent) return stopped(i, sent.failure());
    }
    report();
    return arguments().has("wait") ? wait_for_sent() : status_of(ExitCode::Done);
  }

 private:
  const Arguments& arguments() const { return lines_.front().arguments; }

  CommandResult stopped(std::size_t site, Failure failure) {
    const std::size_t points = all_.jobs.size() / sites_.size();
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      for (const std::size_t point : sites_[i]->left()) left.push_back(i * points + point);
    }
    for (Diagnostic& one : failure.diagnostics)
      one.where = format("site={}: {}", lines_[site].site, one.where);
    append(failure.diagnostics, what_is_left(all_, sent_, left, lines_));
    return stopped_result(session_.world, arguments(), all_, sent_, left, failure);
  }

  void report() {
    if (arguments().has("parsable")) return;
    if (wants_json(arguments())) {
      const int status = status_of(ExitCode::Done);
      return session_.world.out(dump_json(sweep_json(all_, sent_, {}, status, {})));
    }
    std::vector<RunGroup> groups;
    for (const SentRun& one : sent_)
      groups.push_back({&sites_.front()->store_of(one.run.directory), {one.run}});
    session_.world.out(run_table(groups, session_.world.out_screen()));
    const auto workload = session_.data_files.workloads().find(sent_.front().run.plan.workload);
    session_.world.err(
        format("next: {}\n", next_steps(all_, sent_, workload ? *workload : Workload{})));
  }

  CommandResult wait_for_sent() {
    int status = status_of(ExitCode::Done);
    for (const auto& site : sites_) {
      const CommandResult over = site->wait_for_sent();
      if (!over) return over;
      if (status == 0) status = *over;
    }
    return status;
  }

  Session& session_;
  const std::vector<SiteLine>& lines_;
  PlannedSweep all_;
  std::vector<std::unique_ptr<SiteSender>> sites_;
  std::vector<SentRun> sent_;
};

}  // namespace

CommandResult send_to_sites(Session& session, const std::vector<SiteLine>& lines,
                            const std::vector<PlannedSweep>& planned) {
  return SendingToSites(session, lines, planned).send_all();
}

}  // namespace gpujob
