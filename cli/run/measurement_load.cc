// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "base/memory_hints.h"
#include "run/block_key.h"
#include "run/measurement_store.h"
#include "run/setting_text.h"

namespace gpujob {

namespace {

/// Samples of a launch that there is room for at once.
constexpr std::size_t kUsualSamples = 8;
constexpr std::size_t kMostRoom = 1u << 18;
/// Launches in a page of the database, about: each has an id and a time of its own, and a sample.
constexpr std::size_t kMostInAPage = 256;

/// Adds the launches of one setting, its heads and the metric's part read side by side.
Status load_setting(Database& database, std::int64_t setting, std::uint32_t shown,
                    MeasurementTable& table) {
  Result<Statement> rows = database.prepare(
      "SELECT id, data FROM blocks WHERE id BETWEEN ? AND ? AND (id & 7) IN "
      "(0, ?) ORDER BY id");
  if (!rows) return rows.failure();
  const Part part_read = part_of(table.metric, table.settings[shown]);
  const std::int64_t column = column_of(static_cast<std::size_t>(part_read));
  rows->bind(1, block_key(setting, 0, 0));
  rows->bind(2, block_key(setting + 1, 0, 0) - 1).bind(3, column);
  std::optional<HeadReader> heads;  // it reads a copy: its row is gone when the part's comes
  std::string head_bytes;
  const auto add = [&](std::string_view part) {
    const std::size_t count = heads->count();
    PartReader reader(part, count);
    if (!reader.good()) return false;
    for (std::size_t i = 0; i < count; ++i) table.add(heads->next(), shown, reader.next());
    heads.reset();
    return true;
  };
  const auto take_heads = [&](std::string_view bytes) {
    head_bytes.assign(bytes);
    return heads.emplace(head_bytes).good();
  };
  while (true) {
    const Result<bool> more = rows->step();
    if (!more) return more.failure();
    // Heads whose next row is no part of theirs have no samples.
    const bool is_heads = *more && (rows->integer(0) & 7) == kHeads;
    if ((!*more || is_heads) && heads && !add("")) return damaged_index();
    if (!*more) return {};
    if (!is_heads && !heads) return damaged_index();
    if (!(is_heads ? take_heads(rows->bytes(1)) : add(rows->bytes(1)))) return damaged_index();
  }
}

}  // namespace

Result<std::vector<std::pair<std::int64_t, LaunchSetting>>> MeasurementStore::settings_of(
    const std::string& workload) {
  Result<Statement> rows = database_->prepare(
      workload.empty() ? "SELECT id, text FROM settings ORDER BY id"
                       : "SELECT id, text FROM settings WHERE workload = ? ORDER BY id");
  if (!rows) return rows.failure();
  if (!workload.empty()) rows->bind(1, workload);
  std::vector<std::pair<std::int64_t, LaunchSetting>> settings;
  while (true) {
    const Result<bool> more = rows->step();
    if (!more) return more.failure();
    if (!*more) return settings;
    std::optional<LaunchSetting> setting = setting_from_text(rows->bytes(1));
    if (!setting) return damaged_index();
    settings.emplace_back(rows->integer(0), *std::move(setting));
  }
}

Result<MeasurementTable> MeasurementStore::load(const std::string& workload, const Metric& metric) {
  // Each page is read once: to keep many would be to touch memory for nothing.
  if (const Status set = database_->execute("PRAGMA cache_size = 16"); !set) return set.failure();
  auto settings = settings_of(workload);
  if (!settings) return settings.failure();
  MeasurementTable table(metric);
  // Room for as many launches as the file can hold; to count them would be to read it twice.
  Result<Statement> pages = database_->prepare("PRAGMA page_count");
  if (!pages) return pages.failure();
  if (const Result<bool> row = pages->step(); !row) return row.failure();
  const auto most = std::min(static_cast<std::size_t>(pages->integer(0)) * kMostInAPage, kMostRoom);
  table.launches.reserve(most);  // memory that is not touched costs nothing
  table.samples.reserve(most * kUsualSamples);
  prefer_large_pages(table.launches.data(), most * sizeof(Launch));
  prefer_large_pages(table.samples.data(), most * kUsualSamples * sizeof(double));
  for (auto& [number, setting] : *settings) {
    table.settings.push_back(std::move(setting));
    const auto shown = static_cast<std::uint32_t>(table.settings.size() - 1);
    if (const Status done = load_setting(*database_, number, shown, table); !done) {
      return done.failure();
    }
  }
  if (const Status set = database_->execute("PRAGMA cache_size = -2000"); !set) {
    return set.failure();
  }
  return table;
}

Status MeasurementStore::each(const std::string& workload,
                              const std::function<void(const Measurement&)>& visit) {
  const auto settings = settings_of(workload);
  if (!settings) return settings.failure();
  Result<Statement> numbers = database_->prepare(
      "SELECT id FROM blocks WHERE id BETWEEN ? AND ? AND (id & 7) = 0 ORDER BY id");
  if (!numbers) return numbers.failure();
  for (const auto& [setting_number, setting] : *settings) {
    numbers->reset();
    numbers->bind(1, block_key(setting_number, 0, 0));
    numbers->bind(2, block_key(setting_number + 1, 0, 0) - 1);
    while (true) {
      const Result<bool> more = numbers->step();
      if (!more) return more.failure();
      if (!*more) break;
      const std::int64_t key = numbers->integer(0) >> kColumnBits;
      const auto block = read_block(setting_number, key & ((std::int64_t{1} << kNumberBits) - 1));
      if (!block) return block.failure();
      for (std::size_t i = 0; i < block->heads.size(); ++i) visit(block->measurement(i, setting));
    }
  }
  return {};
}

}  // namespace gpujob
