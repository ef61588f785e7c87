// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "store/block_key.h"
#include "store/launch_config_text.h"
#include "store/measurement_store.h"

namespace gpujob {

namespace {

/// Samples of a launch that there is room for at once.
constexpr std::size_t kUsualSamples = 8;
constexpr std::size_t kMostRoom = 1u << 18;

/// By run and number. What came first must not matter: an index that is made anew has another
/// order.
bool is_before(const Launch& one, const Launch& other) {
  const int runs = std::memcmp(one.run.bytes.data(), other.run.bytes.data(), one.run.bytes.size());
  return runs != 0 ? runs < 0 : one.launch < other.launch;
}

/// Launches in a page of the database, about: each has an id and a time of its own, and a sample.
constexpr std::size_t kMostInAPage = 256;

/// Reads the launches of a setting, their heads and the metric's part.
class SettingReader {
 public:
  SettingReader(Statement rows, MeasurementTable& table) : rows_(std::move(rows)), table_(table) {}

  /// Of the table's last setting, which has this number in the database.
  Status read(std::int64_t setting) {
    const Part part = part_of(table_.metric, table_.settings.back());
    rows_.reset();
    rows_.bind(1, block_key(setting, 0, 0)).bind(2, block_key(setting + 1, 0, 0) - 1);
    rows_.bind(3, column_of(static_cast<std::size_t>(part)));
    counts_.clear();
    while (true) {
      const Result<bool> more = rows_.step();
      if (!more) return more.failure();
      if (!*more) return {};
      const bool is_heads = (rows_.integer(0) & 7) == kHeads;
      if (!(is_heads ? take_heads() : take_part())) return damaged_index();
    }
  }

 private:
  bool take_heads() {
    HeadReader heads(rows_.bytes(1));
    counts_.resize(heads.count());
    for (std::size_t i = 0; i < heads.count(); ++i) table_.add(heads.next());
    return heads.good();
  }

  /// Samples of the launches that came last; a block without samples has no row.
  bool take_part() {
    std::size_t first = table_.samples.size();
    if (counts_.empty() || !read_part(rows_.bytes(1), counts_, table_.samples)) return false;
    auto launch = table_.launches.end() - static_cast<std::ptrdiff_t>(counts_.size());
    for (const std::uint32_t count : counts_) {
      table_.take_seconds(*launch++, first, count);
      first += count;
    }
    counts_.clear();
    return true;
  }

  Statement rows_;  ///< by key: heads, then their part
  MeasurementTable& table_;
  std::vector<std::uint32_t> counts_;  ///< as many as heads that wait for their part
};

}  // namespace

Result<std::vector<std::pair<std::int64_t, LaunchConfig>>> MeasurementStore::settings_of(
    const std::string& workload) {
  Result<Statement> rows = database_->prepare(
      workload.empty() ? "SELECT id, text FROM settings ORDER BY text"
                       : "SELECT id, text FROM settings WHERE workload = ? ORDER BY text");
  if (!rows) return rows.failure();
  if (!workload.empty()) rows->bind(1, workload);
  std::vector<std::pair<std::int64_t, LaunchConfig>> settings;
  while (true) {
    const Result<bool> more = rows->step();
    if (!more) return more.failure();
    if (!*more) return settings;
    std::optional<LaunchConfig> setting = launch_config_from_text(rows->bytes(1));
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
  Result<Statement> rows = database_->prepare(
      "SELECT id, data FROM blocks WHERE id BETWEEN ? AND ? AND (id & 7) IN (0, ?) ORDER BY id");
  if (!rows) return rows.failure();
  SettingReader reader(*std::move(rows), table);
  for (auto& [number, setting] : *settings) {
    table.add(std::move(setting));
    if (const Status done = reader.read(number); !done) return done.failure();
    const auto first = table.launches.begin() + table.begin_of(table.settings.size() - 1);
    if (!std::is_sorted(first, table.launches.end(), is_before)) {
      std::sort(first, table.launches.end(), is_before);
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
