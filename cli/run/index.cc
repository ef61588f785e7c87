// SPDX-License-Identifier: MIT
#include "run/index.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/ulid.h"
#include "report/statistics.h"
#include "run/collect.h"
#include "run/launch_config_text.h"
#include "run/run_query.h"

namespace gpujob {

namespace {

/// Another number in a file means another layout: the file is made anew, never migrated.
constexpr std::int64_t kVersion = 13;

constexpr const char* kLayout =
    "CREATE TABLE runs (id TEXT PRIMARY KEY, submitted TEXT NOT NULL, workload TEXT NOT NULL,"
    " variant TEXT NOT NULL, backend TEXT NOT NULL, precision TEXT NOT NULL, center TEXT NOT NULL,"
    " cluster TEXT NOT NULL, gpu_key TEXT NOT NULL, gpu_model TEXT NOT NULL, sandbox TEXT NOT NULL,"
    " state TEXT NOT NULL, job_id TEXT NOT NULL, directory TEXT NOT NULL, parameters TEXT NOT NULL,"
    " class TEXT NOT NULL, data TEXT NOT NULL, name TEXT NOT NULL, tags TEXT NOT NULL,"
    " note TEXT NOT NULL, unread_tags TEXT NOT NULL,"
    " median_seconds REAL, missing INTEGER NOT NULL, why_missing TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE tags (run TEXT, key TEXT, value TEXT NOT NULL, PRIMARY KEY (run, key))"
    " WITHOUT ROWID;"
    "CREATE INDEX runs_by_workload ON runs (workload, id);"
    "CREATE INDEX incomplete_runs ON runs (workload, id) WHERE missing > 0;"
    "CREATE TABLE stores (directory TEXT PRIMARY KEY, changed INTEGER NOT NULL) WITHOUT ROWID;"
    "PRAGMA user_version = 13;";

std::string path_of(const World& world) {
  return join_path(cache_home(world), "runs.sqlite");
}

/// 0 for a new file. Fails for a file that is not a database.
Result<std::int64_t> version_of(Database& database) {
  Result<Statement> statement = database.prepare("PRAGMA user_version");
  if (!statement) return statement.failure();
  const Result<bool> row = statement->step();
  if (!row) return row.failure();
  return *row ? statement->integer(0) : std::int64_t{0};
}

/// The file, or a new one in place of what is not a database. One that is only busy stays.
Result<Database> open_file(World& world) {
  const std::string path = path_of(world);
  if (const Status made = world.make_directory(cache_home(world)); !made) return made.failure();
  Result<Database> database = Database::open(path);
  if (!database && database.failure().exit != ExitCode::Invalid) return database;
  if (database) {
    const Result<std::int64_t> version = version_of(*database);
    if (version) return database;
    if (version.failure().exit != ExitCode::Invalid) return version.failure();
  }
  for (const char* ending : {"", "-journal"}) {
    if (world.kind(path + ending) == FileKind::Absent) continue;
    if (const Status removed = world.remove_file(path + ending); !removed) return removed.failure();
  }
  return Database::open(path);
}

/// An empty index in place of all that is in the file, inside a transaction.
Status make_empty(Database& database) {
  std::vector<std::string> tables;
  {
    Result<Statement> names = database.prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' "
        "ESCAPE '\\'");
    if (!names) return names.failure();
    while (true) {
      const Result<bool> more = names->step();
      if (!more) return more.failure();
      if (!*more) break;
      tables.push_back(names->text(0));
    }
  }
  for (const std::string& table : tables) {
    const Status dropped =
        database.execute(format("DROP TABLE \"{}\"", replace_all(table, "\"", "\"\"")));
    if (!dropped) return dropped;
  }
  return database.execute(kLayout + MeasurementStore::layout());
}

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

Status insert(Statement& statement, const RunRecord& run, const Collected& collected,
              const Result<RunTags>& tags) {
  const std::vector<TimingReport>& reports = collected.reports;
  const Missing missing = missing_from(run, collected);
  statement.reset();
  // All launches of a run are of one variant.
  const bool measured = !reports.empty();
  const RunTags own = tags ? *tags : RunTags{};
  int column = 0;
  for (const std::string& text :
       {run.id,
        submitted_of(run),
        run.plan.payload ? run.plan.payload->name : run.plan.workload,
        run.plan.variant,
        run.plan.backend,
        run.plan.precision,
        run.plan.center,
        run.plan.cluster,
        run.plan.gpu ? run.plan.gpu->key : std::string(),
        run.plan.gpu ? run.plan.gpu->model : std::string(),
        run.endpoint.sandbox,
        to_string(run.state),
        run.job ? run.job->job_id : std::string(),
        run.directory,
        text_of(run.plan.parameters),
        measured ? reports.front().algorithm_class : std::string(),
        measured ? reports.front().data : std::string(),
        own.name,
        text_of(Pairs(own.tags.begin(), own.tags.end())),
        own.note,
        tags ? std::string() : tags.failure().diagnostics.front().line()}) {
    statement.bind(++column, text);
  }
  if (const std::optional<double> median = median_of(reports)) {
    statement.bind(++column, *median);
  } else {
    statement.bind_null(++column);
  }
  statement.bind(++column, std::int64_t{missing.launches});
  statement.bind(++column, missing.why);
  const Result<bool> done = statement.step();
  return done ? Status{} : Status(done.failure());
}

constexpr const char* kInsert =
    "INSERT OR REPLACE INTO runs VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";

}  // namespace

Result<RunIndex> RunIndex::open(World& world, const RunStore& store) {
  return open(world, std::vector<const RunStore*>{&store});
}

Result<RunIndex> RunIndex::open(World& world, std::vector<const RunStore*> stores) {
  Result<Database> database = open_file(world);
  if (!database) return database.failure();
  const Result<std::int64_t> version = version_of(*database);
  if (!version) return version.failure();
  RunIndex index(world, std::move(stores), *std::move(database));
  if (*version == kVersion) return index;
  if (const Status made = index.make_anew(Unless::IsCurrent); !made) return made.failure();
  return index;
}

Status RunIndex::put(const RunRecord& run, const Collected& collected) {
  return in_transaction([&]() -> Status {
    MeasurementStore store(database_);
    if (const Status put = put_one(store, run, collected); !put) return put;
    return store.flush();
  });
}

/// Row and measurements of one run, not flushed. What it had before and what does not count any
/// more goes.
Status RunIndex::put_one(MeasurementStore& store, const RunRecord& run,
                         const Collected& collected) {
  Result<Statement> statement = database_.prepare(kInsert);
  if (!statement) return statement.failure();
  const Result<RunTags> tags = read_tags(*world_, run.directory);
  if (const Status put = insert(*statement, run, collected, tags); !put) return put;
  if (const Status put = put_tags(run.id, tags ? *tags : RunTags{}); !put) return put;
  std::set<int> counted;
  for (const Measurement& measurement : measurements_of(collected)) {
    counted.insert(measurement.launch);
    const auto put = store.put(measurement, MeasurementStore::IfKnown::Replace);
    if (!put) return put.failure();
  }
  for (int launch = 1; launch <= run.plan.launches; ++launch) {
    if (counted.count(launch) != 0) continue;
    if (const Status gone = store.remove(run.id, launch); !gone) return gone;
  }
  return {};
}

/// Everything that `change` does, or nothing.
Status RunIndex::in_transaction(const std::function<Status()>& change) {
  if (const Status begun = database_.execute("BEGIN IMMEDIATE"); !begun) return begun;
  const Status changed = change();
  if (!changed) {
    (void)database_.execute("ROLLBACK");
    return changed;
  }
  return database_.execute("COMMIT");
}

Result<std::vector<RunRow>> RunIndex::find(const RunFilter& filter) {
  const Result<RunQuery> query = make_run_query(filter, world_->now());
  if (!query) return query.failure();
  Result<Statement> statement = database_.prepare(query->sql);
  if (!statement) return statement.failure();
  int position = 0;
  for (const std::string& value : query->values) statement->bind(++position, value);
  std::vector<RunRow> rows;
  while (true) {
    const Result<bool> more = statement->step();
    if (!more) return more.failure();
    if (!*more) return rows;
    RunRow& row = rows.emplace_back();
    int column = 0;
    for (std::string RunRow::*const field :
         {&RunRow::id, &RunRow::submitted, &RunRow::workload, &RunRow::variant, &RunRow::backend,
          &RunRow::precision, &RunRow::center, &RunRow::cluster, &RunRow::gpu_key,
          &RunRow::gpu_model, &RunRow::sandbox, &RunRow::state, &RunRow::job_id, &RunRow::directory,
          &RunRow::name, &RunRow::note}) {
      row.*field = statement->text(column++);
    }
    row.parameters = pairs_from(statement->text(column++)).value_or(Pairs{});
    row.tags = pairs_from(statement->text(column++)).value_or(Pairs{});
    row.algorithm_class = statement->text(column++);
    row.data = statement->text(column++);
    if (!statement->is_null(column)) row.median_seconds = statement->real(column);
    row.missing = {static_cast<int>(statement->integer(column + 1)), statement->text(column + 2)};
  }
}

Result<MeasurementTable> RunIndex::measurements(const std::string& workload, const Metric& metric) {
  return MeasurementStore(database_).load(workload, metric);
}

Result<std::vector<LaunchConfig>> RunIndex::settings(const std::string& workload) {
  auto numbered = MeasurementStore(database_).settings_of(workload);
  if (!numbered) return numbered.failure();
  std::vector<LaunchConfig> settings;
  settings.reserve(numbered->size());
  for (auto& [number, setting] : *numbered) settings.push_back(std::move(setting));
  return settings;
}

Status RunIndex::each(const std::string& workload,
                      const std::function<void(const Measurement&)>& visit) {
  return MeasurementStore(database_).each(workload, visit);
}

Result<RunIndex::Made> RunIndex::rebuild(const Progress& progress) {
  if (const Status made = make_anew(Unless::Never, progress); !made) return made.failure();
  return made_;
}

/// In one transaction, so that others see the old index or the new one and wait for each other.
Status RunIndex::make_anew(Unless unless, const Progress& progress) {
  // Large pages: a comparison reads long rows from end to end. Counts for a new file only.
  if (const Status set = database_.execute("PRAGMA page_size = 16384"); !set) return set;
  return in_transaction([&]() -> Status {
    if (unless == Unless::IsCurrent) {
      const Result<std::int64_t> version = version_of(database_);
      if (!version) return version.failure();
      if (*version == kVersion) return {};  // another process was faster
    }
    if (const Status empty = make_empty(database_); !empty) return empty;
    made_ = {};
    MeasurementStore measured(database_);
    if (const Status added = add_runs(measured, progress); !added) return added;
    if (const Status added = add_imported(measured); !added) return added;
    return measured.flush();
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
    const Result<Collected> collected = collect(*world_, *run);
    const Status put = put_one(store, *run, collected ? *collected : Collected{});
    if (!put) return put;
    leave_out(collected ? collected->problems : collected.failure().diagnostics, "it is left out");
    ++made_.runs;
  }
  if (progress) progress(runs.size(), runs.size());
  return {};
}

}  // namespace gpujob
