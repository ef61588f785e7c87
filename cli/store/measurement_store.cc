// SPDX-License-Identifier: MIT
#include "store/measurement_store.h"

#include <algorithm>

#include "base/format.h"
#include "store/block_key.h"
#include "store/launch_config_text.h"

// `settings` numbers what launches have in common. `blocks` holds the launches of a setting, 118 a
// block, by columns: a row of heads, and a row a part of the pass. Its key packs setting, block
// number and column, so that a range of keys is a setting's blocks in order. For example launch 200
// of setting 7 lies in block 1, whose heads have the key (7 << 24) + (1 << 3) (block_key.h).
// A launch's block is found by a hash of run and number (launch_key_index.h).

namespace gpujob {

namespace {

/// FNV-1a, its high bits mixed in once more. Two of a million launches share a key with a chance of
/// one in twenty million.
std::int64_t key_of(const ShortText<26>& run, std::uint16_t launch) {
  std::uint64_t hash = 14695981039346656037u;
  const auto mix = [&](unsigned char byte) { hash = (hash ^ byte) * 1099511628211u; };
  for (const char c : run.bytes) mix(static_cast<unsigned char>(c));
  mix(static_cast<unsigned char>(launch & 0xffu));
  mix(static_cast<unsigned char>(launch >> 8));
  return static_cast<std::int64_t>(hash ^ (hash >> 32));
}

}  // namespace

std::string MeasurementStore::layout() {
  return std::string(
             "CREATE TABLE settings (id INTEGER PRIMARY KEY, workload TEXT NOT NULL,"
             " text TEXT NOT NULL UNIQUE);"
             "CREATE INDEX settings_by_workload ON settings (workload);"
             "CREATE TABLE blocks (id INTEGER PRIMARY KEY, data BLOB NOT NULL);") +
         LaunchKeyIndex::layout();
}

Result<std::int64_t> MeasurementStore::number_of(const LaunchConfig& setting) {
  const std::string text = launch_config_text(setting);
  if (const auto known = numbers_.find(text); known != numbers_.end()) return known->second;
  Result<Statement> insert = database_->prepare(
      "INSERT INTO settings (workload, text) VALUES (?, ?) ON CONFLICT (text) DO NOTHING");
  if (!insert) return insert.failure();
  insert->bind(1, setting.workload).bind(2, text);
  if (const Status done = insert->run(); !done) return done.failure();
  Result<Statement> find = database_->prepare("SELECT id FROM settings WHERE text = ?");
  if (!find) return find.failure();
  find->bind(1, text);
  const Result<bool> row = find->step();
  if (!row) return row.failure();
  return numbers_[text] = find->integer(0);
}

Result<MeasurementStore::Put> MeasurementStore::put(const Measurement& measurement,
                                                    IfKnown if_known) {
  const Result<std::int64_t> setting = number_of(measurement.setting);
  if (!setting) return setting.failure();
  const LaunchHead head = head_of(measurement);
  if (if_known == IfKnown::Replace) {
    const std::int64_t key = key_of(head.run, head.launch);
    const Result<bool> known = is_known(key);
    if (!known) return known.failure();
    if (*known) {
      if (const Status gone = forget(key, head); !gone) return gone.failure();
    }
  }
  return put(*setting, head, measurement.seconds);
}

Result<MeasurementStore::Put> MeasurementStore::put(
    std::int64_t setting, const LaunchHead& head,
    const std::array<std::vector<double>, kParts>& seconds) {
  const std::int64_t key = key_of(head.run, head.launch);
  if (!knows_all_) {
    const Result<bool> known = is_known(key);
    if (!known) return known.failure();
    if (*known) return Put::Known;
  }
  if (!fresh_.insert(key)) return Put::Known;
  Result<Pending*> pending = open_block(setting);
  if (!pending) return pending.failure();
  (*pending)->block.add(head, seconds);
  fresh_places_.push_back(
      {key, static_cast<std::uint32_t>(setting), static_cast<std::uint32_t>((*pending)->number)});
  return Put::New;
}

Result<bool> MeasurementStore::is_known(std::int64_t key) {
  if (fresh_.contains(key)) return true;
  if (knows_all_) return false;
  const auto place = places_.find(key);
  if (!place) return place.failure();
  return place->has_value();
}

Status MeasurementStore::remove(const std::string& run, int launch) {
  LaunchHead head;
  head.run = ShortText<26>(run);
  head.launch = static_cast<std::uint16_t>(launch);
  const std::int64_t key = key_of(head.run, head.launch);
  const Result<bool> known = is_known(key);
  if (!known) return known.failure();
  return *known ? forget(key, head) : Status{};
}

/// Takes a launch out of its block, which stays, and forgets its place.
Status MeasurementStore::forget(std::int64_t key, const LaunchHead& head) {
  if (const Status written = flush(); !written) return written;
  const auto place = places_.find(key);
  if (!place) return place.failure();
  if (!*place) return {};
  const std::int64_t setting = (*place)->setting;
  const std::int64_t number = (*place)->number;
  Result<LaunchBlock> block = read_block(setting, number);
  if (!block) return block.failure();
  if (const auto at = block->find(head.run, head.launch)) {
    block->remove(*at);
    Result<Statement> clear = database_->prepare("DELETE FROM blocks WHERE id BETWEEN ? AND ?");
    if (!clear) return clear.failure();
    clear->bind(1, block_key(setting, number, kHeads));
    clear->bind(2, block_key(setting, number + 1, kHeads) - 1);
    if (const Status done = clear->run(); !done) return done;
    if (const Status done = write_block(setting, {number, *std::move(block)}); !done) return done;
  }
  return places_.erase(key);
}

Status MeasurementStore::prepare_for_many() {
  knows_all_ = true;
  return places_.each_key([&](std::int64_t key) { fresh_.insert(key); });
}

Result<MeasurementStore::Pending*> MeasurementStore::open_block(std::int64_t setting) {
  const auto found = open_.find(setting);
  if (found != open_.end()) {
    Pending& pending = found->second;
    if (!pending.block.full()) return &pending;
    if (const Status written = write_block(setting, pending); !written) return written.failure();
    pending = {pending.number + 1, {}};
    return &pending;
  }
  Result<Statement> last =
      database_->prepare("SELECT id FROM blocks WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1");
  if (!last) return last.failure();
  last->bind(1, block_key(setting, 0, 0)).bind(2, block_key(setting + 1, 0, 0) - 1);
  const Result<bool> row = last->step();
  if (!row) return row.failure();
  Pending& pending = open_[setting];
  if (!*row) return &pending;
  pending.number = (last->integer(0) >> kColumnBits) & ((std::int64_t{1} << kNumberBits) - 1);
  Result<LaunchBlock> block = read_block(setting, pending.number);
  if (!block) return block.failure();
  if (block->full()) {
    ++pending.number;
  } else {
    pending.block = *std::move(block);
  }
  return &pending;
}

Result<LaunchBlock> MeasurementStore::read_block(std::int64_t setting, std::int64_t number) {
  Result<Statement> rows =
      database_->prepare("SELECT id, data FROM blocks WHERE id BETWEEN ? AND ? ORDER BY id");
  if (!rows) return rows.failure();
  const std::int64_t first = block_key(setting, number, kHeads);
  rows->bind(1, first).bind(2, block_key(setting, number + 1, kHeads) - 1);
  LaunchBlock block;
  while (true) {
    const Result<bool> more = rows->step();
    if (!more) return more.failure();
    if (!*more) return block;
    const std::int64_t column = rows->integer(0) - first;
    const bool good = column == kHeads
                          ? block.take_heads(rows->bytes(1))
                          : block.take_part(static_cast<std::size_t>(column - 1), rows->bytes(1));
    if (!good) return damaged_index();
  }
}

Status MeasurementStore::write_block(std::int64_t setting, const Pending& pending) {
  Result<Statement> insert =
      database_->prepare("INSERT OR REPLACE INTO blocks (id, data) VALUES (?, ?)");
  if (!insert) return insert.failure();
  const auto write = [&](std::int64_t column, const std::string& bytes) {
    insert->bind(1, block_key(setting, pending.number, column)).bind_bytes(2, bytes);
    return insert->run();
  };
  if (const Status done = write(kHeads, pending.block.head_bytes()); !done) return done;
  for (std::size_t part = 0; part < kParts; ++part) {
    const std::string bytes = pending.block.part_bytes(part);
    if (bytes.empty()) continue;
    if (const Status done = write(column_of(part), bytes); !done) return done;
  }
  return {};
}

Status MeasurementStore::flush() {
  for (const auto& [setting, pending] : open_) {
    if (pending.block.heads.empty()) continue;
    if (const Status written = write_block(setting, pending); !written) return written;
  }
  open_.clear();
  if (const Status written = places_.add(fresh_places_); !written) return written;
  fresh_places_.clear();
  if (!knows_all_) fresh_.clear();
  return {};
}

}  // namespace gpujob
