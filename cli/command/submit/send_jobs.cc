// SPDX-License-Identifier: MIT
#include "command/submit/send_jobs.h"

#include <deque>

#include "base/format.h"
#include "base/json_value.h"
#include "command/args/output.h"
#include "command/runs/run_text.h"
#include "command/submit/planned_text.h"
#include "command/submit/sent_runs.h"
#include "jobs/sweep/rest_of_sweep.h"

namespace gpujob {

namespace {

/// What to do next with jobs of one site.
std::string next_for(Session& session, const PlannedSweep& planned,
                     const std::vector<SentRun>& sent) {
  const RunRecord& first = sent.front().run;
  if (array_of(first.plan) != nullptr) {
    return format("'gpujob status {}' counts its tasks", first.id);
  }
  const WorkloadPlan* work = workload_of(first.plan);
  if (work == nullptr) {
    return sent.size() == 1 ? format("'gpujob logs {} -f' shows its output", first.id)
                            : next_steps(planned, sent, Workload{});
  }
  const auto workload = session.data_files.workloads().find(work->name);
  return workload ? next_steps(planned, sent, *workload) : "";
}

void report(Session& session, const SubmitOptions& options, const PlannedSweep& planned,
            const std::vector<SentRun>& sent) {
  World& world = session.world;
  if (options.parsable) return;
  if (!options.json) {
    const std::string next = next_for(session, planned, sent);
    if (!next.empty()) world.err(format("next: {}\n", next));
  } else if (planned.sweep.is_one_job()) {
    Json document = json_document("submitted");
    document.update(run_json(sent.front().run));
    world.out(dump_json(document));
  } else {
    world.out(dump_json(sweep_json(planned, sent, {}, status_of(ExitCode::Done), {})));
  }
}

}  // namespace

CommandResult send_jobs(Session& session, const SubmitOptions& options,
                        const PlannedSweep& planned) {
  World& world = session.world;
  print_remarks(world, planned, options.explain);
  std::vector<std::string> lines;
  JobSender sender(session, options.request, planned,
                   [&](const PlannedSweep& all, const Batch& batch, const auto& runs) {
                     lines.push_back(sent_text(all, batch, runs.front()));
                     if (options.parsable) {
                       for (const RunRecord& run : runs) world.out(run.id + "\n");
                     } else if (!options.json) {
                       world.out(lines.back());
                     }
                   });
  if (auto ready = sender.prepare(); !ready) return ready.failure();
  if (auto sent = sender.send_all(); !sent) {
    Failure failure = sent.failure();
    if (planned.sweep.is_one_job()) return failure;
    const auto rest = lines_for_rest(options.request.given, planned.sweep, sender.left());
    append(failure.diagnostics,
           what_is_left(planned, sender.sent(), sender.left().size(), options.request, rest));
    return stopped_result(world, options, planned, sender.sent(), sender.left(), failure);
  }
  report(session, options, planned, sender.sent());
  // The exit status will report lost output: it must not be mistaken for a failed submission.
  if (world.output_error() != 0) {
    for (const std::string& line : lines) world.err("note: sent: " + line);
  }
  return options.wait ? sender.wait_for_sent() : CommandResult(status_of(ExitCode::Done));
}

CommandResult send_to_sites(Session& session, const SubmitOptions& options,
                            const std::vector<SiteRequest>& sites,
                            const std::vector<PlannedSweep>& planned) {
  World& world = session.world;
  const PlannedSweep all = joined(sites, planned);
  const std::size_t points = all.jobs.size() / sites.size();
  print_remarks(world, all, options.explain);
  std::deque<JobSender> senders;
  Refusals refusals(all.sweep);
  for (std::size_t i = 0; i < sites.size(); ++i) {
    JobSender& sender = senders.emplace_back(
        session, sites[i].request, planned[i],
        [&](const PlannedSweep&, const Batch&, const std::vector<RunRecord>& runs) {
          for (const RunRecord& run : runs) {
            if (options.parsable) world.out(run.id + "\n");
          }
        });
    sender.join_others();
    if (auto ready = sender.prepare(); !ready) refusals.add(i * points, ready.failure());
  }
  if (!refusals.empty()) return refusals.all();
  std::vector<SentRun> sent;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const Status done = senders[i].send_all();
    for (const SentRun& one : senders[i].sent()) sent.push_back({i * points + one.point, one.run});
    if (done) continue;
    std::vector<std::size_t> left;
    std::vector<GivenOptions> lines;
    for (std::size_t k = 0; k < sites.size(); ++k) {
      for (const std::size_t point : senders[k].left()) left.push_back(k * points + point);
      const auto& gpu = sites[k].request.flags.gpu;
      lines.push_back(options_at(options.request.given, sites[k].site, gpu ? gpu->value : ""));
    }
    Failure failure = done.failure();
    for (Diagnostic& one : failure.diagnostics)
      one.where = format("site={}: {}", sites[i].site, one.where);
    append(failure.diagnostics, what_is_left(all, sent, left.size(), options.request,
                                             lines_for_rest(lines, all.sweep, left)));
    return stopped_result(world, options, all, sent, left, failure);
  }
  if (options.json && !options.parsable) {
    world.out(dump_json(sweep_json(all, sent, {}, status_of(ExitCode::Done), {})));
  } else if (!options.parsable) {
    std::vector<RunGroup> groups;
    for (const SentRun& one : sent)
      groups.push_back({&senders.front().store_of(one.run.directory), {one.run}});
    world.out(run_table(groups, world.out_screen()));
    const auto workload =
        session.data_files.workloads().find(workload_or_empty(sent.front().run.plan).name);
    world.err(format("next: {}\n", next_steps(all, sent, workload ? *workload : Workload{})));
  }
  int status = status_of(ExitCode::Done);
  for (JobSender& sender : senders) {
    const CommandResult over = options.wait ? sender.wait_for_sent() : CommandResult(0);
    if (!over) return over;
    if (status == 0) status = *over;
  }
  return status;
}

}  // namespace gpujob
