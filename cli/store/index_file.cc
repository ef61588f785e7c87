// SPDX-License-Identifier: MIT
#include "store/index_file.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/format.h"
#include "base/paths.h"
#include "base/text.h"
#include "store/launch_config_text.h"
#include "store/run_query.h"

namespace gpujob {

namespace {

/// Another number in a file means another layout: the file is made anew, never migrated.
constexpr std::int64_t kVersion = 15;

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
    "CREATE INDEX unread_runs ON runs (id) WHERE unread_tags != '';"
    "CREATE TABLE stores (directory TEXT PRIMARY KEY, changed INTEGER NOT NULL) WITHOUT ROWID;"
    "PRAGMA user_version = 15;";

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

/// In the order of run_query.cc.
constexpr std::array<std::string RunRow::*, 11> kShownTexts = {
    &RunRow::id,      &RunRow::submitted, &RunRow::workload, &RunRow::variant,
    &RunRow::backend, &RunRow::precision, &RunRow::center,   &RunRow::gpu_key,
    &RunRow::sandbox, &RunRow::state,     &RunRow::name};
constexpr std::array<std::string RunRow::*, 5> kFurtherTexts = {
    &RunRow::cluster, &RunRow::gpu_model, &RunRow::job_id, &RunRow::directory, &RunRow::note};

/// A row is large: moving rows as their list grows took an eighth of the time to list 10,000.
constexpr std::size_t kMostReserved = 65'536;

Result<std::size_t> count_rows(Database& database) {
  Result<Statement> count = database.prepare("SELECT count(*) FROM runs");
  if (!count) return count.failure();
  const Result<bool> row = count->step();
  if (!row) return row.failure();
  return *row ? static_cast<std::size_t>(count->integer(0)) : std::size_t{0};
}

constexpr const char* kInsert =
    "INSERT OR REPLACE INTO runs VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";

}  // namespace

Result<IndexFile> IndexFile::open(World& world) {
  Result<Database> database = open_file(world);
  if (!database) return database.failure();
  return IndexFile(world, *std::move(database));
}

Result<bool> IndexFile::is_current() {
  const Result<std::int64_t> version = version_of(database_);
  if (!version) return version.failure();
  return *version == kVersion;
}

Status IndexFile::in_transaction(const Change& change) {
  if (const Status begun = database_.execute("BEGIN IMMEDIATE"); !begun) return begun;
  MeasurementStore measured(database_);
  Status changed = change(measured);
  if (changed) changed = measured.flush();
  if (!changed) {
    (void)database_.execute("ROLLBACK");
    return changed;
  }
  return database_.execute("COMMIT");
}

/// An empty index in place of all that is in the file, inside a transaction.
Status IndexFile::make_empty() {
  std::vector<std::string> tables;
  {
    Result<Statement> names = database_.prepare(
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
        database_.execute(format("DROP TABLE \"{}\"", replace_all(table, "\"", "\"\"")));
    if (!dropped) return dropped;
  }
  return database_.execute(kLayout + MeasurementStore::layout());
}

Status IndexFile::make_anew(Unless unless, const Change& fill) {
  // Large pages: a comparison reads long rows from end to end. Counts for a new file only.
  if (const Status set = database_.execute("PRAGMA page_size = 16384"); !set) return set;
  return in_transaction([&](MeasurementStore& measured) -> Status {
    if (unless == Unless::IsCurrent) {
      const Result<bool> current = is_current();
      if (!current) return current.failure();
      if (*current) return {};
    }
    if (const Status empty = make_empty(); !empty) return empty;
    return fill(measured);
  });
}

Status IndexFile::put_one(MeasurementStore& measured, const IndexedRun& run) {
  if (const Status put = put_row(run); !put) return put;
  if (const Status put = put_tags(run.row); !put) return put;
  std::set<int> counted;
  for (const Measurement& measurement : run.measurements) {
    counted.insert(measurement.launch);
    const auto put = measured.put(measurement, MeasurementStore::IfKnown::Replace);
    if (!put) return put.failure();
  }
  for (int launch = 1; launch <= run.launches; ++launch) {
    if (counted.count(launch) != 0) continue;
    if (const Status gone = measured.remove(run.row.id, launch); !gone) return gone;
  }
  return {};
}

Result<Statement*> IndexFile::kept(std::optional<Statement>& statement, const char* sql) {
  if (!statement) {
    Result<Statement> made = database_.prepare(sql);
    if (!made) return made.failure();
    statement = *std::move(made);
  }
  return &*statement;
}

Status IndexFile::put_row(const IndexedRun& run) {
  const Result<Statement*> prepared = kept(insert_row_, kInsert);
  if (!prepared) return prepared.failure();
  Statement* const statement = *prepared;
  const RunRow& row = run.row;
  int column = 0;
  for (const std::string& text : {row.id,
                                  row.submitted,
                                  row.workload,
                                  row.variant,
                                  row.backend,
                                  row.precision,
                                  row.center,
                                  row.cluster,
                                  row.gpu_key,
                                  row.gpu_model,
                                  row.sandbox,
                                  row.state,
                                  row.job_id,
                                  row.directory,
                                  text_of(row.parameters),
                                  row.algorithm_class,
                                  row.data,
                                  row.name,
                                  text_of(row.tags),
                                  row.note,
                                  run.unread_tags}) {
    statement->bind(++column, text);
  }
  if (row.median_seconds) {
    statement->bind(++column, *row.median_seconds);
  } else {
    statement->bind_null(++column);
  }
  statement->bind(++column, std::int64_t{row.missing.launches});
  statement->bind(++column, row.missing.why);
  return statement->run();
}

Result<std::vector<RunRow>> IndexFile::find(const RunFilter& filter) {
  const Result<RunQuery> query = make_run_query(filter, world_->now());
  if (!query) return query.failure();
  Result<Statement> statement = database_.prepare(query->sql);
  if (!statement) return statement.failure();
  int position = 0;
  for (const std::string& value : query->values) statement->bind(++position, value);
  const Result<std::size_t> most = count_rows(database_);
  if (!most) return most.failure();
  std::vector<RunRow> rows;
  rows.reserve(std::min(*most, kMostReserved));
  std::string parameters;  // of the row before: many runs have the same
  Pairs known;
  while (true) {
    const Result<bool> more = statement->step();
    if (!more) return more.failure();
    if (!*more) return rows;
    RunRow& row = rows.emplace_back();
    int column = 0;
    for (std::string RunRow::*const field : kShownTexts) row.*field = statement->text(column++);
    if (const std::string_view text = statement->bytes(column++); text != parameters) {
      parameters = text;
      known = pairs_from(parameters).value_or(Pairs{});
    }
    row.parameters = known;
    if (const std::string_view text = statement->bytes(column++); !text.empty()) {
      row.tags = pairs_from(text).value_or(Pairs{});
    }
    row.algorithm_class = statement->text(column++);
    row.data = statement->text(column++);
    if (!statement->is_null(column)) row.median_seconds = statement->real(column);
    if (filter.columns == RunFilter::Columns::Shown) continue;
    for (std::string RunRow::*const field : kFurtherTexts) row.*field = statement->text(++column);
    row.missing = {static_cast<int>(statement->integer(column + 1)), statement->text(column + 2)};
  }
}

Result<MeasurementTable> IndexFile::measurements(const std::string& workload,
                                                 const Metric& metric) {
  return MeasurementStore(database_).load(workload, metric);
}

Result<std::vector<LaunchConfig>> IndexFile::settings(const std::string& workload) {
  auto numbered = MeasurementStore(database_).settings_of(workload);
  if (!numbered) return numbered.failure();
  std::vector<LaunchConfig> settings;
  settings.reserve(numbered->size());
  for (auto& [number, setting] : *numbered) settings.push_back(std::move(setting));
  return settings;
}

Status IndexFile::each(const std::string& workload,
                       const std::function<void(const Measurement&)>& visit) {
  return MeasurementStore(database_).each(workload, visit);
}

}  // namespace gpujob
