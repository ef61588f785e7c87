// SPDX-License-Identifier: MIT
#include "run/index.h"

#include <algorithm>

#include "base/ulid.h"
#include "report/statistics.h"
#include "run/tags.h"

namespace gpujob {

namespace {

std::optional<double> median_of(const std::vector<TimingReport>& reports) {
  std::vector<double> samples;
  for (const TimingReport& report : reports) {
    if (!report.valid) continue;
    const std::vector<double>& more = report.main_samples();
    samples.insert(samples.end(), more.begin(), more.end());
  }
  if (samples.empty()) return std::nullopt;
  return summarise(std::move(samples)).median;
}

/// A run that was never sent is as old as its id.
std::string submitted_of(const RunRecord& run) {
  if (!run.submitted.empty()) return run.submitted;
  const std::optional<Instant> made = ulid_time(run.id);
  return made ? format_instant(*made) : "";
}

}  // namespace

IndexedRun indexed_run(const World& world, const RunRecord& run, const Collected& collected) {
  IndexedRun indexed;
  RunRow& row = indexed.row;
  const JobPlan& plan = run.plan;
  row.id = run.id;
  row.submitted = submitted_of(run);
  row.workload = plan.payload ? plan.payload->name : plan.workload;
  row.variant = plan.variant;
  row.backend = plan.backend;
  row.precision = plan.precision;
  row.center = plan.center;
  row.cluster = plan.cluster;
  row.gpu_key = plan.gpu ? plan.gpu->key : "";
  row.gpu_model = plan.gpu ? plan.gpu->model : "";
  row.sandbox = run.endpoint.sandbox;
  row.state = to_string(run.state);
  row.job_id = run.job ? run.job->job_id : "";
  row.directory = run.directory;
  row.parameters = plan.parameters;
  if (!collected.reports.empty()) {
    // All launches of a run are of one variant.
    row.algorithm_class = collected.reports.front().algorithm_class;
    row.data = collected.reports.front().data;
  }
  row.median_seconds = median_of(collected.reports);
  row.missing = missing_from(run, collected);
  if (const Result<RunTags> own = read_tags(world, run.directory)) {
    row.name = own->name;
    row.note = own->note;
    row.tags.assign(own->tags.begin(), own->tags.end());
  } else {
    indexed.unread_tags = own.failure().diagnostics.front().line();
  }
  indexed.measurements = measurements_of(collected);
  indexed.launches = plan.launches;
  return indexed;
}

Result<RunIndex> RunIndex::open(World& world, const RunStore& store) {
  return open(world, std::vector<const RunStore*>{&store});
}

Result<RunIndex> RunIndex::open(World& world, std::vector<const RunStore*> stores) {
  Result<IndexFile> file = IndexFile::open(world);
  if (!file) return file.failure();
  RunIndex index(*std::move(file), std::move(stores));
  const Result<bool> current = index.is_current();
  if (!current) return current.failure();
  if (*current) return index;
  if (const Status made = index.fill_anew(Unless::IsCurrent); !made) return made.failure();
  return index;
}

Status RunIndex::put(const RunRecord& run, const Collected& collected) {
  return in_transaction([&](MeasurementStore& measured) {
    return put_one(measured, indexed_run(world(), run, collected));
  });
}

Result<RunIndex::Made> RunIndex::rebuild(const Progress& progress) {
  if (const Status made = fill_anew(Unless::Never, progress); !made) return made.failure();
  return made_;
}

Status RunIndex::fill_anew(Unless unless, const Progress& progress) {
  return make_anew(unless, [&](MeasurementStore& measured) -> Status {
    made_ = {};
    if (const Status added = add_runs(measured, progress); !added) return added;
    const Result<std::size_t> imported = add_imported(measured, made_.problems);
    if (!imported) return imported.failure();
    made_.imported = *imported;
    return {};
  });
}

/// Every run that can be read, oldest first as they came.
Status RunIndex::add_runs(MeasurementStore& store, const Progress& progress) {
  std::vector<std::pair<std::string, const RunStore*>> runs;
  for (const RunStore* from : stores_) {
    const auto ids = from->ids();
    if (!ids) return ids.failure();
    for (const std::string& id : *ids) runs.emplace_back(id, from);
  }
  std::sort(runs.begin(), runs.end());
  const auto leave_out = [&](Diagnostics problems, const char* what) {
    for (Diagnostic& problem : problems) {
      if (problem.severity != Severity::Error) continue;
      if (problem.fix.empty()) problem.fix = what;
      made_.problems.push_back(std::move(problem));
    }
  };
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (progress) progress(i, runs.size());
    const auto& [id, from] = runs[i];
    if (!from->holds(id)) continue;
    const Result<RunRecord> run = from->load(id);
    if (!run) {
      leave_out(run.failure().diagnostics, "the run is left out");
      continue;
    }
    const Result<Collected> collected = collect(world(), *run);
    const IndexedRun indexed = indexed_run(world(), *run, collected ? *collected : Collected{});
    if (const Status put = put_one(store, indexed); !put) return put;
    leave_out(collected ? collected->problems : collected.failure().diagnostics, "it is left out");
    ++made_.runs;
  }
  if (progress) progress(runs.size(), runs.size());
  return {};
}

}  // namespace gpujob
