// SPDX-License-Identifier: MIT
#include "jobs/sweep/planned_sweep.h"

#include <functional>
#include <map>
#include <memory>
#include <unordered_map>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "base/ulid.h"
#include "jobs/session/session.h"
#include "jobs/session/site_selection.h"
#include "jobs/sweep/job_series.h"
#include "jobs/sweep/queue_limits.h"

namespace gpujob {

namespace {

/// Plans the points of a sweep, with one plan for all that differ in values of parameters alone.
class PointMaker {
 public:
  PointMaker(const JobRequest& request, const Sweep& sweep)
      : request_(request), sweep_(sweep), count_(sweep.point_count()) {}

  /// Reads the flags of all points.
  Status read_flags() {
    Refusals refusals(sweep_);
    for (std::size_t i = 0; i < count_; ++i) {
      const auto [group, fresh] = groups_.try_emplace(group_of(i));
      Result<Request>& flags = group->second.flags;
      if (fresh) flags = flags_at(request_, sweep_, i);
      if (!flags) {
        refusals.add(i, flags.failure());
      } else if (fresh) {
        flags->parameters.resize(flags->parameters.size() - swept_parameters(i).size());
      }
    }
    return refusals.empty() ? Status{} : Status{refusals.all()};
  }

  Result<PointJobs> make(JobSeries& series) {
    PointJobs jobs;
    Refusals refusals(sweep_);
    for (std::size_t i = 0; i < count_; ++i) {
      if (auto made = make_point(series, i, jobs); !made) refusals.add(i, made.failure());
    }
    return refusals.empty() ? Result<PointJobs>(std::move(jobs)) : refusals.all();
  }

 private:
  /// The points with the same values of all keys but parameters.
  struct Group {
    Result<Request> flags = Request{};  ///< without what is swept
    std::unique_ptr<PointPlanner> planner;
    std::map<std::string, std::size_t> patterns;  ///< by what their plans have beside the values
  };

  std::size_t group_of(std::size_t point) const {
    std::size_t group = 0, stride = count_;
    for (const SweepKey& key : sweep_.keys) {
      stride /= key.values.size();
      if (key.is_parameter() || key.option.empty()) continue;
      group = group * key.values.size() + point / stride % key.values.size();
    }
    return group;
  }

  Point swept_parameters(std::size_t point) const {
    Point values;
    std::size_t stride = count_;
    for (const SweepKey& key : sweep_.keys) {
      stride /= key.values.size();
      if (key.is_parameter())
        values.emplace_back(key.name, key.values[point / stride % key.values.size()]);
    }
    return values;
  }

  Status make_point(JobSeries& series, std::size_t point, PointJobs& jobs) {
    Group& group = groups_.at(group_of(point));
    Request flags = *group.flags;
    for (auto& value : swept_parameters(point)) flags.parameters.push_back(std::move(value));
    std::optional<PointValues> values;
    if (group.planner) values = group.planner->values_of(flags.parameters);
    const auto known = values ? group.patterns.find(values->others) : group.patterns.end();
    if (known != group.patterns.end() &&
        jobs.add_like(known->second, series.run_id_of(point), *values)) {
      return {};
    }
    auto job = series.make(flags, point);
    if (!job) return job.failure();
    if (count_ > 1 && !group.planner) group.planner = series.planner(job->resolution.plan);
    if (group.planner && !values) values = group.planner->values_of(std::move(flags.parameters));
    if (values) group.patterns.emplace(values->others, jobs.pattern_count());
    jobs.add(*std::move(job));
    return {};
  }

  const JobRequest& request_;
  const Sweep& sweep_;
  std::size_t count_;
  std::map<std::size_t, Group> groups_;
};

/// Values with two spellings, or values without effect, would give the same job twice.
Status check_different(const PlannedSweep& planned) {
  const std::string any_run = Request{}.run_id;
  const auto sent = [&](std::size_t point) {
    std::string text = planned.jobs.script_as(point, any_run);
    if (planned.sweep.has_runs()) text += planned.sweep.point_at(point).front().second;
    return text;
  };
  std::unordered_map<std::size_t, std::size_t> seen;  // by the hash of what is sent
  for (std::size_t i = 0; i < planned.jobs.size(); ++i) {
    const std::string text = sent(i);
    const auto [same, fresh] = seen.emplace(std::hash<std::string>{}(text), i);
    if (fresh || sent(same->second) != text) continue;
    return Failure{ExitCode::Usage, "option '--sweep'",
                   format("'{}' and '{}' are the same job",
                          printable(to_text(planned.sweep.point_at(same->second))),
                          printable(to_text(planned.sweep.point_at(i)))),
                   "their scripts do not differ", "leave one out, or add --repeat"};
  }
  return Status{};
}

/// 0 without it. A single job has no tasks, and a place without a scheduler no arrays.
Result<int> read_throttle(const JobRequest& request, const PlannedSweep& planned) {
  constexpr const char* kWhere = "option '--throttle'";
  if (!request.throttle) return 0;
  if (!request.runs && request.sweep.empty()) {
    return Failure{ExitCode::Usage, kWhere, "is for --runs and --sweep", "",
                   "of a job array of your own write it after the indices: --array 0-99%10"};
  }
  const Job& first = planned.jobs.like(0);
  if (first.resolution.plan.executor == Executor::Slurm) return *request.throttle;
  return Failure{ExitCode::Usage, kWhere, format("{} has no job arrays", full_name(first.site)),
                 "it runs one job at a time", "leave it out"};
}

bool goes_through_ssh(const Configuration& configuration, const JobRequest& request,
                      const Selection& site) {
  return !request.place.sandbox &&
         configuration.find("ssh", site.profile->center, site.cluster) != nullptr;
}

/// A folder that travels is a copy of each run's own, so that its jobs are not alike.
Result<Packing> packing_of(Session& session, const JobRequest& request, const Job& first) {
  if (!goes_through_ssh(session.configuration, request, first.site)) return Packing::Any;
  if (request.sync) return Packing::Single;
  const WorkloadPlan* work = workload_of(first.resolution.plan);
  if (work == nullptr) return Packing::Products;
  const auto workload = session.data_files.workloads().find(work->name);
  if (!workload) return workload.failure();
  const auto bundled = is_bundled(session.world, *workload);
  if (!bundled) return bundled.failure();
  return *bundled ? Packing::Products : Packing::Single;
}

Result<std::vector<Batch>> batches_of(Session& session, const JobRequest& request,
                                      const JobPurpose& purpose, PlannedSweep& planned) {
  const auto throttle = read_throttle(request, planned);
  if (!throttle) return throttle.failure();
  const auto templates = session.data_files.templates();
  if (!templates) return templates.failure();
  const auto packing = packing_of(session, request, planned.jobs.like(0));
  if (!packing) return packing.failure();
  if (*packing == Packing::Single && *throttle > 0) {
    return Failure{ExitCode::Usage, "option '--throttle'", "is for job arrays",
                   "through a connection each run with a folder of its own is a job of its own",
                   "leave it out"};
  }
  const bool is_sent = purpose.kind == JobKind::Sent;
  const auto make_id = [&] {
    if (!purpose.ids.array.empty()) return purpose.ids.array;
    return is_sent ? make_ulid(session.world) : std::string("ARRAYID");
  };
  auto batches =
      make_batches(planned.jobs, planned.sweep, {*throttle, **templates, make_id, *packing});
  const auto& given = purpose.ids.runs;
  if (!batches || given.empty()) return batches;
  if (planned.jobs.size() == given.size() && batches->size() == 1) return batches;
  return Failure{ExitCode::Usage, "gpujob submit-as", "the jobs are others here",
                 format("{} in {}, not {} in one", count_of(planned.jobs.size(), "job"),
                        count_of(batches->size(), "submission"), given.size()),
                 "use the same version of gpujob on both sides"};
}

}  // namespace

std::string PlannedSweep::directory_of(const Batch& batch) const {
  const JobPlan first = first_of(batch).resolution.plan;
  return batch.is_array() ? array_directory(first.run_directory, *first.array_task)
                          : first.run_directory;
}

std::string PlannedSweep::heading(std::size_t index) const {
  return sweep.is_one_job() ? "" : format("==> {} <==\n", to_text(sweep.point_at(index)));
}

Result<PlannedSweep> plan_sweep(Session& session, const JobRequest& request,
                                const JobPurpose& purpose) {
  PlannedSweep planned;
  if (!request.sweep.empty() || request.runs) {
    const auto work = find_work(session, request);
    if (!work) return work.failure();
    const Workload* workload = manifest_of(*work);
    auto sweep = read_sweep(request, workload == nullptr ? Workload{} : *workload);
    if (!sweep) return sweep.failure();
    planned.sweep = *std::move(sweep);
  }
  PointMaker points(request, planned.sweep);
  if (auto read = points.read_flags(); !read) return read.failure();
  auto series = JobSeries::open(session, request, purpose);
  if (!series) return series.failure();
  auto jobs = points.make(**series);
  if (!jobs) return jobs.failure();
  planned.jobs = *std::move(jobs);
  if (auto different = check_different(planned); !different) return different.failure();
  if (auto few = check_queue_limits(planned.jobs); !few) return few.failure();
  auto batches = batches_of(session, request, purpose, planned);
  if (!batches) return batches.failure();
  planned.batches = *std::move(batches);
  return planned;
}

Diagnostics remarks_of(const PlannedSweep& planned) {
  PointRemarks remarks(planned.sweep);
  for (std::size_t i = 0; i < planned.jobs.size(); ++i) {
    remarks.add(i, planned.jobs.like(i).diagnostics);
  }
  return remarks.all();
}

}  // namespace gpujob
