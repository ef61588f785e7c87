// SPDX-License-Identifier: MIT
#include "command/submit/send_to_sites.h"

#include "base/format.h"
#include "base/json_value.h"
#include "command/args/output.h"
#include "command/runs/follow_run.h"
#include "command/runs/run_locator.h"
#include "command/runs/run_text.h"
#include "command/submit/send_jobs.h"
#include "command/submit/sent_runs.h"

namespace gpujob {

namespace {

/// The jobs of several sites: all are prepared before the first is sent.
class SendingToSites {
 public:
  SendingToSites(World& world, DataFiles& data_files, const Configuration& configuration,
                 const std::vector<SiteLine>& lines, const std::vector<PlannedSweep>& planned)
      : world_(world), data_files_(data_files), lines_(lines), all_(joined(lines, planned)) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      sites_.push_back(
          sender_for_site(world, data_files, configuration, lines[i].arguments, planned[i]));
    }
  }

  CommandResult send_all() {
    print_remarks(world_, all_, arguments());
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
    return stopped_result(world_, arguments(), all_, sent_, left, failure);
  }

  void report() {
    if (arguments().has("parsable")) return;
    if (wants_json(arguments())) {
      const int status = status_of(ExitCode::Done);
      return world_.out(dump_json(sweep_json(all_, sent_, {}, status, {})));
    }
    std::vector<RunGroup> groups;
    for (const SentRun& one : sent_)
      groups.push_back({&sites_.front()->store_of(one.run.directory), {one.run}});
    world_.out(run_table(groups, world_.out_screen()));
    const auto workload = data_files_.workloads().find(sent_.front().run.plan.workload);
    world_.err(format("next: {}\n", next_steps(all_, sent_, workload ? *workload : Workload{})));
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

  World& world_;
  DataFiles& data_files_;
  const std::vector<SiteLine>& lines_;
  PlannedSweep all_;
  std::vector<std::unique_ptr<SiteSender>> sites_;
  std::vector<SentRun> sent_;
};

}  // namespace

CommandResult send_to_sites(World& world, DataFiles& data_files, const Configuration& configuration,
                            const std::vector<SiteLine>& lines,
                            const std::vector<PlannedSweep>& planned) {
  return SendingToSites(world, data_files, configuration, lines, planned).send_all();
}

}  // namespace gpujob
