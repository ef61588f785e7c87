// SPDX-License-Identifier: MIT
#include "command/submit/planned_sweep.h"

#include <map>

#include "base/format.h"
#include "base/json_value.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/ulid.h"
#include "command/args/output.h"
#include "command/config/site_selection.h"
#include "command/job/job_text.h"
#include "command/job/request_options.h"

namespace gpujob {

namespace {

Result<std::vector<Request>> read_requests(const Arguments& arguments, const Sweep& sweep) {
  return for_all_points(sweep, sweep.point_count(), [&](std::size_t i) {
    return read_request(arguments_at(arguments, sweep, i));
  });
}

/// Values with two spellings, or values without effect, would give the same job twice.
Status check_different(const PlannedSweep& planned) {
  std::map<std::string, std::size_t> seen;  // by the hash of what is sent
  for (std::size_t i = 0; i < planned.jobs.size(); ++i) {
    const Job& job = planned.jobs[i];
    std::string text = replace_all(job.script, job.resolution.plan.run_id, "RUNID");
    if (planned.sweep.has_runs()) text += planned.sweep.point_at(i).front().second;
    const auto [same, fresh] = seen.emplace(sha256(text), i);
    if (fresh) continue;
    return Failure{ExitCode::Usage, "option '--sweep'",
                   format("'{}' and '{}' are the same job",
                          printable(to_text(planned.sweep.point_at(same->second))),
                          printable(to_text(planned.sweep.point_at(i)))),
                   "their scripts do not differ", "leave one out, or add --repeat"};
  }
  return Status{};
}

/// 0 without it. A single job has no tasks, and a place without a scheduler no arrays.
Result<int> read_throttle(const Arguments& arguments, const PlannedSweep& planned) {
  constexpr const char* kWhere = "option '--throttle'";
  const auto throttle = arguments.count("throttle");
  if (!throttle) return throttle.failure();
  if (!*throttle) return 0;
  if (!arguments.has("runs") && !arguments.has("sweep")) {
    return Failure{ExitCode::Usage, kWhere, "is for --runs and --sweep", "",
                   "of a job array of your own write it after the indices: --array 0-99%10"};
  }
  const Job& first = planned.jobs.front();
  if (first.resolution.plan.executor == Executor::Slurm) return static_cast<int>(**throttle);
  return Failure{ExitCode::Usage, kWhere, format("{} has no job arrays", full_name(first.site)),
                 "it runs one job at a time", "leave it out"};
}

/// Through a connection each job is a request of its own.
bool goes_through_ssh(const Configuration& configuration, const Arguments& arguments,
                      const Selection& site) {
  return !arguments.has("sandbox") &&
         configuration.find("ssh", site.profile->center, site.cluster) != nullptr;
}

Result<std::vector<Batch>> batches_of(World& world, DataFiles& data_files,
                                      const Configuration& configuration,
                                      const Arguments& arguments, const JobPurpose& purpose,
                                      PlannedSweep& planned) {
  const auto throttle = read_throttle(arguments, planned);
  if (!throttle) return throttle.failure();
  const auto templates = data_files.templates();
  if (!templates) return templates.failure();
  const bool is_sent = purpose.kind == JobKind::Sent;
  const bool are_single =
      is_sent && goes_through_ssh(configuration, arguments, planned.jobs.front().site);
  if (are_single && *throttle > 0) {
    return Failure{ExitCode::Usage, "option '--throttle'",
                   "cannot be used through a connection yet", "each run is a job of its own there",
                   "leave it out"};
  }
  const auto make_id = [&world, is_sent] {
    return is_sent ? make_ulid(world) : std::string("ARRAYID");
  };
  return make_batches(planned.jobs, {*throttle, **templates, make_id, are_single});
}

}  // namespace

std::string PlannedSweep::heading(std::size_t index) const {
  return sweep.is_one_job() ? "" : format("==> {} <==\n", to_text(sweep.point_at(index)));
}

Result<PlannedSweep> plan_sweep(World& world, DataFiles& data_files,
                                const Configuration& configuration, const Arguments& arguments,
                                const JobPurpose& purpose) {
  PlannedSweep planned;
  if (arguments.has("sweep") || arguments.has("runs")) {
    const auto work = find_work(world, data_files, arguments);
    if (!work) return work.failure();
    auto sweep = read_sweep(arguments, work->workload);
    if (!sweep) return sweep.failure();
    planned.sweep = *std::move(sweep);
  }
  auto requests = read_requests(arguments, planned.sweep);
  if (!requests) return requests.failure();
  auto jobs =
      prepare_jobs(world, data_files, configuration, arguments, *std::move(requests), purpose);
  if (!jobs) return jobs.failure();
  auto good = for_all_points(planned.sweep, jobs->size(),
                             [&](std::size_t i) { return std::move((*jobs)[i]); });
  if (!good) return good.failure();
  planned.jobs = *std::move(good);
  if (auto different = check_different(planned); !different) return different.failure();
  auto batches = batches_of(world, data_files, configuration, arguments, purpose, planned);
  if (!batches) return batches.failure();
  planned.batches = *std::move(batches);
  return planned;
}

Json points_json(std::string_view kind, const PlannedSweep& planned, std::vector<Json> documents) {
  if (planned.sweep.is_one_job()) return std::move(documents.front());
  Json all = json_document(format("sweep-{}", kind));
  all["points"] = Json::array();
  for (std::size_t i = 0; i < documents.size(); ++i) {
    Json entry = {{"point", to_json(planned.sweep.point_at(i))}};
    entry.update(documents[i]);
    all["points"].push_back(std::move(entry));
  }
  return all;
}

void print_remarks(World& world, const PlannedSweep& planned, const Arguments& arguments) {
  PointRemarks remarks(planned.sweep);
  for (std::size_t i = 0; i < planned.jobs.size(); ++i) {
    remarks.add(i, planned.jobs[i].diagnostics);
  }
  print_diagnostics(world, remarks.all());
  if (!arguments.has("explain")) return;
  for (std::size_t i = 0; i < planned.jobs.size(); ++i) {
    world.err(planned.heading(i));
    world.err(explanation_text(planned.jobs[i].resolution.explanation, world.err_screen()));
  }
}

}  // namespace gpujob
