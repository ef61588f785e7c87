// SPDX-License-Identifier: MIT
#include "run/index.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <span>
#include <system_error>
#include <thread>

#include "base/text.h"
#include "base/ulid.h"
#include "report/statistics.h"
#include "run/run_digest.h"
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

using RunPlaces = std::vector<std::pair<std::string, const RunStore*>>;

/// So many are read before the next are put into the index.
constexpr std::size_t kReadAtOnce = 512;
constexpr std::size_t kMostReaders = 8, kFewestEach = 16;

void leave_out(Diagnostics& all, Diagnostics problems, const char* what) {
  for (Diagnostic& problem : problems) {
    if (problem.severity != Severity::Error) continue;
    if (problem.fix.empty()) problem.fix = what;
    all.push_back(std::move(problem));
  }
}

/// By its digest or, if that is not true of the files, by the files: then a digest is kept.
ReadRun read_run(World& world, const std::string& id, const RunStore& from) {
  ReadRun read;
  read.run = read_digest(world, from.path_of(id));
  if (read.run || !from.holds(id)) return read;
  Result<RunRecord> run = from.load(id);
  std::optional<std::string> sources;
  if (run && is_final(run->state)) {
    sources = digest_sources(world, run->directory, array_name_of(*run));
    run = from.load(id);  // what changes meanwhile must not be taken for what was read
  }
  if (!run) {
    leave_out(read.problems, run.failure().diagnostics, "the run is left out");
    return read;
  }
  const Result<Collected> collected = collect(world, *run);
  read.run = indexed_run(world, *run, collected ? *collected : Collected{});
  leave_out(read.problems, collected ? collected->problems : collected.failure().diagnostics,
            "it is left out");
  if (sources && is_final(run->state) && read.problems.empty() && read.run->unread_tags.empty()) {
    write_digest(world, *read.run, array_name_of(*run), *sources);
  }
  return read;
}

/// In the order of `runs`. Many are read by several threads: the time goes into small files, which
/// may lie on a file server.
std::vector<ReadRun> read_runs(World& world, std::span<const RunPlaces::value_type> runs) {
  std::vector<ReadRun> all(runs.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < runs.size(); i = next++) {
      all[i] = read_run(world, runs[i].first, *runs[i].second);
    }
  };
  const std::size_t readers = std::min(
      {kMostReaders, runs.size() / kFewestEach, std::size_t{std::thread::hardware_concurrency()}});
  std::vector<std::future<void>> others;
  try {
    while (others.size() + 1 < readers) others.push_back(std::async(std::launch::async, work));
  } catch (const std::system_error&) {  // fewer will do
  }
  work();
  for (std::future<void>& other : others) other.get();
  return all;
}

}  // namespace

IndexedRun indexed_run(const World& world, const RunRecord& run, const Collected& collected) {
  IndexedRun indexed;
  RunRow& row = indexed.row;
  const JobPlan& plan = run.plan;
  row.id = run.id;
  row.submitted = submitted_of(run);
  const OwnJobPlan* own_job = own_job_of(plan);
  const WorkloadPlan& work = workload_or_empty(plan);
  row.workload = own_job == nullptr ? work.name : own_job->name;
  row.variant = work.variant;
  row.backend = work.backend;
  row.precision = work.precision;
  row.center = plan.center;
  row.cluster = plan.cluster;
  row.gpu_key = plan.gpu ? plan.gpu->key : "";
  row.gpu_model = plan.gpu ? plan.gpu->model : "";
  row.sandbox = run.endpoint.sandbox;
  row.state = to_string(run.state);
  row.job_id = run.job ? run.job->job_id : "";
  row.directory = run.directory;
  row.parameters = work.parameters;
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
  indexed.launches = work.launches;
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
  for (const RunStore* store : stores_) {
    if (is_final(run.state) && store->path_of(run.id) == run.directory) {
      (void)read_run(world(), run.id, *store);
    }
  }
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
    is_new_ = true;
    if (const Status added = add_runs(measured, progress); !added) return added;
    const Result<std::size_t> imported = add_imported(measured, made_.problems);
    if (!imported) return imported.failure();
    made_.imported = *imported;
    return {};
  });
}

/// What was read of one run. Problems say what is left out.
Status RunIndex::add_read(MeasurementStore& store, LineImport& lines, const ReadRun& read) {
  append(made_.problems, read.problems);
  if (!read.run) return {};
  ++made_.runs;
  if (const Status put = put_one(store, *read.run); !put) return put;
  for (const std::string_view line : gpujob::lines(read.run->measured_lines)) {
    if (const Result<bool> added = lines.add(line); !added) return added.failure();
  }
  return {};
}

/// Every run that can be read, oldest first as they came.
Status RunIndex::add_runs(MeasurementStore& store, const Progress& progress) {
  RunPlaces runs;
  for (const RunStore* from : stores_) {
    const auto ids = from->ids();
    if (!ids) return ids.failure();
    for (const std::string& id : *ids) runs.emplace_back(id, from);
  }
  std::sort(runs.begin(), runs.end());
  LineImport lines(store);
  for (std::size_t first = 0; first < runs.size(); first += kReadAtOnce) {
    const std::size_t count = std::min(kReadAtOnce, runs.size() - first);
    std::size_t done = first;
    for (const ReadRun& read : read_runs(world(), std::span(runs).subspan(first, count))) {
      if (progress) progress(done++, runs.size());
      if (const Status added = add_read(store, lines, read); !added) return added;
    }
  }
  if (progress) progress(runs.size(), runs.size());
  return {};
}

}  // namespace gpujob
