// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/memory_hints.h"
#include "run/block_key.h"
#include "run/measurement_store.h"
#include "run/setting_text.h"

namespace gpujob {

namespace {

/// Samples of a launch that there is room for at once.
constexpr std::size_t kUsualSamples = 8;
constexpr std::size_t kMostRoom = 1u << 18;

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
  LaunchBlock block;
  const auto add = [&](std::string_view part) {
    PartReader reader(part, block.heads.size());
    if (!reader.good()) return false;
    for (const LaunchHead& head : block.heads) table.add(head, shown, reader.next());
    block.heads.clear();
    return true;
  };
  while (true) {
    const Result<bool> more = rows->step();
    if (!more) return more.failure();
    // Heads whose next row is no part of theirs have no samples.
    const bool is_heads = *more && (rows->integer(0) & 7) == kHeads;
    if ((!*more || is_heads) && !block.heads.empty() && !add("")) return damaged_index();
    if (!*more) return {};
    if (!(is_heads ? block.take_heads(rows->bytes(1)) : add(rows->bytes(1)))) {
      return damaged_index();
    }
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
  auto settings = settings_of(workload);
  if (!settings) return settings.failure();
  MeasurementTable table(metric);
  Result<Statement> blocks = database_->prepare("SELECT count(*) FROM blocks WHERE (id & 7) = 0");
  if (!blocks) return blocks.failure();
  if (const Result<bool> row = blocks->step(); !row) return row.failure();
  const auto most = std::min(
      static_cast<std::size_t>(blocks->integer(0)) * LaunchBlock::kBlockLaunches, kMostRoom);
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
