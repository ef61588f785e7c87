// SPDX-License-Identifier: MIT
#include <future>
#include <unordered_map>

#include "base/format.h"
#include "base/paths.h"
#include "base/ulid.h"
#include "store/index_file.h"
#include "store/line_import.h"

namespace gpujob {

namespace {

/// From so much on it is worth knowing all launches instead of asking for each.
constexpr std::size_t kMuch = 4u << 20;

/// New lines on their way into files. A setting is two thirds of a line and a few hundred stand in
/// a million lines, so each file numbers its settings: less to write, and to wait for.
class KeptLines {
 public:
  KeptLines(World& world, std::size_t file_bytes) : world_(world), file_bytes_(file_bytes) {}

  /// Keeps the line that `lines` has just added.
  Status add(std::string_view line, const LineImport& lines) {
    auto found = numbers_.find(lines.setting());
    if (found == numbers_.end()) {
      found = numbers_.emplace(lines.setting(), std::to_string(numbers_.size() + 1)).first;
      text_ += kSettingLine;
      text_ +=
          format("\"number\":{},\"setting\":{}}}\n", found->second, lines.launch_config_text());
    }
    const std::string_view setting = lines.place_of_setting();
    const auto at = static_cast<std::size_t>(setting.data() - line.data());
    text_.append(line.substr(0, at)).append(found->second);
    text_.append(line.substr(at + setting.size())) += '\n';
    return text_.size() < file_bytes_ ? Status{} : begin_write();
  }

  /// All lines are in their files when it returns.
  Status write() {
    if (const Status before = end_write(); !before) return before;
    if (text_.empty()) return {};
    const Result<std::string> path = next_path();
    if (!path) return path.failure();
    const Status written = world_.create_file(*path, text_, FileMode::Private);
    text_.clear();
    return written;
  }

 private:
  /// A full file is written while further lines are read: a disk takes as long as they do.
  Status begin_write() {
    if (const Status before = end_write(); !before) return before;
    const Result<std::string> path = next_path();
    if (!path) return path.failure();
    writing_ = std::async([&world = world_, path = *path, text = std::move(text_)] {
      return world.create_file(path, text, FileMode::Private);
    });
    text_.clear();
    numbers_.clear();
    return {};
  }

  Result<std::string> next_path() {
    const std::string directory = imported_directory(world_);
    if (const Status made = world_.make_directory(directory); !made) return made.failure();
    return join_path(directory, make_ulid(world_) + ".jsonl");
  }

  Status end_write() { return writing_.valid() ? writing_.get() : Status{}; }

  World& world_;
  std::size_t file_bytes_;
  std::future<Status> writing_;  ///< of the file before; waited for when this object ends
  std::string text_;
  std::unordered_map<std::int64_t, std::string> numbers_;  ///< of this file, by the store's
};

/// Is there anything past the limit?
bool is_large(const World& world, const std::string& path) {
  if (path.empty()) return false;
  const Result<std::string> past = world.read_range(path, kMuch, 1);
  return past && !past->empty();
}

}  // namespace

Result<IndexFile::Imported> IndexFile::import(const std::string& path,
                                              const std::function<Status(const Take&)>& feed,
                                              std::size_t file_bytes) {
  Imported imported;
  const Status done = in_transaction([&](MeasurementStore& store) -> Status {
    if (is_large(*world_, path)) {
      if (const Status known = store.prepare_for_many(); !known) return known;
    }
    if (const Status tidied = remove_half_imported(*world_); !tidied) return tidied;
    LineImport lines(store);
    KeptLines kept(*world_, file_bytes);
    const Status fed = feed([&](std::string_view line) -> Status {
      const Result<bool> added = lines.add(line);
      if (!added) return added.failure();
      return *added ? kept.add(line, lines) : Status{};
    });
    if (!fed) return fed;
    imported = {lines.added(), lines.known(), lines.damaged()};
    // The files first: the index can be made from them again, they from nothing.
    return kept.write();
  });
  if (!done) return done.failure();
  return imported;
}

Result<std::size_t> IndexFile::add_imported(MeasurementStore& store, Diagnostics& problems) {
  if (const Status tidied = remove_half_imported(*world_); !tidied) return tidied.failure();
  LineImport lines(store);
  const auto files = imported_files(*world_);
  if (!files) return files.failure();
  for (const std::string& path : *files) {
    lines.begin_file();
    const Status read = for_each_line(*world_, path, [&](std::string_view line) -> Status {
      const Result<bool> added = lines.add(line);
      return added ? Status{} : Status(added.failure());
    });
    if (!read) return read.failure();
    for (const auto& [line, problem] : lines.damaged()) {
      problems.push_back({"", Severity::Error, format("{}:{}", path, line), "line is damaged",
                          problem, "it is left out", ""});
    }
  }
  return lines.added();
}

}  // namespace gpujob
