// SPDX-License-Identifier: MIT
#include "store/launch_key_index.h"

#include <cstring>
#include <string>
#include <type_traits>

#include "store/block_key.h"

// Keys are random, so one row per launch would cost a B-tree descent per launch: two fifths of the
// time of a large import. The upper bits of a key number a bucket instead,
// and a bucket is one row of places: with a million launches 4,096 rows of 244. Ten new launches
// would then write ten rows of some kilobytes each: few go to `recent` first, which is small and
// has one row per launch, and on to their buckets when they have become some thousand.

namespace gpujob {

namespace {

constexpr int kBucketBits = 12;
/// So many new launches at once go through `recent`.
constexpr std::size_t kFewLaunches = 1000;
/// So many stay there: some pages.
constexpr std::int64_t kMostRecent = 4000;

static_assert(std::is_trivially_copyable_v<LaunchLocation>);

std::int64_t bucket_of(std::int64_t key) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(key) >> (64 - kBucketBits));
}

/// Setting and number stand in this column and the next.
LaunchLocation place_in(const Statement& row, std::int64_t key, int column) {
  return {key, static_cast<std::uint32_t>(row.integer(column)),
          static_cast<std::uint32_t>(row.integer(column + 1))};
}

}  // namespace

const char* LaunchKeyIndex::layout() {
  return "CREATE TABLE launches (bucket INTEGER PRIMARY KEY, places BLOB NOT NULL);"
         "CREATE TABLE recent (key INTEGER PRIMARY KEY, setting INTEGER NOT NULL,"
         " number INTEGER NOT NULL);";
}

Result<Statement*> LaunchKeyIndex::prepared(std::optional<Statement>& statement, const char* sql) {
  if (!statement) {
    Result<Statement> made = database_->prepare(sql);
    if (!made) return made.failure();
    statement = *std::move(made);
  }
  statement->reset();
  return &*statement;
}

Result<LaunchKeyIndex::Bucket> LaunchKeyIndex::read_bucket(std::int64_t number) {
  const auto row = prepared(read_, "SELECT places FROM launches WHERE bucket = ?");
  if (!row) return row.failure();
  (*row)->bind(1, number);
  const Result<bool> found = (*row)->step();
  if (!found) return found.failure();
  const std::string_view bytes = *found ? (*row)->bytes(0) : "";
  if (bytes.size() % sizeof(LaunchLocation) != 0) return damaged_index();
  Bucket bucket(bytes.size() / sizeof(LaunchLocation));
  if (!bytes.empty()) std::memcpy(bucket.data(), bytes.data(), bytes.size());
  (*row)->reset();
  return bucket;
}

/// `bucket` is not empty.
Status LaunchKeyIndex::write_bucket(std::int64_t number, const Bucket& bucket) {
  const auto write = prepared(write_, "INSERT OR REPLACE INTO launches VALUES (?, ?)");
  if (!write) return write.failure();
  const auto* const bytes = reinterpret_cast<const char*>(bucket.data());
  (*write)->bind(1, number).bind_bytes(2, {bytes, bucket.size() * sizeof(LaunchLocation)});
  return (*write)->run();
}

Result<std::optional<LaunchLocation>> LaunchKeyIndex::find(std::int64_t key) {
  const auto row = prepared(find_recent_, "SELECT setting, number FROM recent WHERE key = ?");
  if (!row) return row.failure();
  (*row)->bind(1, key);
  const Result<bool> recent = (*row)->step();
  if (!recent) return recent.failure();
  std::optional<LaunchLocation> found;
  if (*recent) {
    found = place_in(**row, key, 0);
  } else {
    const Result<Bucket> bucket = read_bucket(bucket_of(key));
    if (!bucket) return bucket.failure();
    for (const LaunchLocation& place : *bucket) {
      if (place.key == key) found = place;
    }
  }
  (*row)->reset();
  return found;
}

Status LaunchKeyIndex::each_key(const std::function<void(std::int64_t)>& visit) {
  for (const bool recent : {false, true}) {
    Result<Statement> rows =
        database_->prepare(recent ? "SELECT key FROM recent" : "SELECT bucket FROM launches");
    if (!rows) return rows.failure();
    while (true) {
      const Result<bool> more = rows->step();
      if (!more) return more.failure();
      if (!*more) break;
      if (recent) {
        visit(rows->integer(0));
        continue;
      }
      const Result<Bucket> bucket = read_bucket(rows->integer(0));
      if (!bucket) return bucket.failure();
      for (const LaunchLocation& place : *bucket) visit(place.key);
    }
  }
  return {};
}

Status LaunchKeyIndex::add(const std::vector<LaunchLocation>& places) {
  if (places.size() > kFewLaunches) return add_to_buckets(places);
  if (const Status done = add_recent(places); !done) return done;
  Result<Statement> count = database_->prepare("SELECT count(*) FROM recent");
  if (!count) return count.failure();
  if (const Result<bool> row = count->step(); !row) return row.failure();
  if (count->integer(0) <= kMostRecent) return {};
  count->reset();
  const Result<std::vector<LaunchLocation>> recent = take_recent();
  return recent ? add_to_buckets(*recent) : recent.failure();
}

Status LaunchKeyIndex::add_to_buckets(const std::vector<LaunchLocation>& places) {
  std::vector<Bucket> added(std::size_t{1} << kBucketBits);
  for (const LaunchLocation& place : places) {
    added[static_cast<std::size_t>(bucket_of(place.key))].push_back(place);
  }
  for (std::size_t i = 0; i < added.size(); ++i) {
    if (added[i].empty()) continue;
    const auto number = static_cast<std::int64_t>(i);
    Result<Bucket> bucket = read_bucket(number);
    if (!bucket) return bucket.failure();
    bucket->insert(bucket->end(), added[i].begin(), added[i].end());
    if (const Status written = write_bucket(number, *bucket); !written) return written;
  }
  return {};
}

Status LaunchKeyIndex::add_recent(const std::vector<LaunchLocation>& places) {
  Result<Statement> insert = database_->prepare("INSERT INTO recent VALUES (?, ?, ?)");
  if (!insert) return insert.failure();
  for (const auto& [key, setting, number] : places) {
    insert->bind(1, key).bind(2, std::int64_t{setting}).bind(3, std::int64_t{number});
    if (const Status done = insert->run(); !done) return done;
  }
  return {};
}

/// All that are recent, which they are no longer.
Result<std::vector<LaunchLocation>> LaunchKeyIndex::take_recent() {
  std::vector<LaunchLocation> places;
  Result<Statement> rows = database_->prepare("SELECT key, setting, number FROM recent");
  if (!rows) return rows.failure();
  while (true) {
    const Result<bool> more = rows->step();
    if (!more) return more.failure();
    if (!*more) break;
    places.push_back(place_in(*rows, rows->integer(0), 1));
  }
  rows->reset();
  if (const Status gone = database_->execute("DELETE FROM recent"); !gone) return gone.failure();
  return places;
}

Status LaunchKeyIndex::erase(std::int64_t key) {
  Result<Statement> forget = database_->prepare("DELETE FROM recent WHERE key = ?");
  if (!forget) return forget.failure();
  forget->bind(1, key);
  if (const Status done = forget->run(); !done) return done;
  Result<Bucket> bucket = read_bucket(bucket_of(key));
  if (!bucket) return bucket.failure();
  const auto gone =
      std::erase_if(*bucket, [&](const LaunchLocation& one) { return one.key == key; });
  if (gone == 0) return {};
  if (!bucket->empty()) return write_bucket(bucket_of(key), *bucket);
  Result<Statement> empty = database_->prepare("DELETE FROM launches WHERE bucket = ?");
  if (!empty) return empty.failure();
  empty->bind(1, bucket_of(key));
  return empty->run();
}

}  // namespace gpujob
