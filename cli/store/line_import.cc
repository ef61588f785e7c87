// SPDX-License-Identifier: MIT
#include "store/line_import.h"

#include "base/format.h"
#include "base/json_cursor.h"
#include "base/paths.h"
#include "base/text.h"
#include "base/ulid.h"

namespace gpujob {

namespace {

/// Read at once: what stays in the processor's cache until its lines are read.
constexpr std::size_t kPiece = 256u << 10;

/// Without the place, which the caller names itself: the first words of a failure.
std::string words_of(const Failure& failure) {
  if (failure.diagnostics.empty()) return "unreadable";
  const Diagnostic& first = failure.diagnostics.front();
  return first.why.empty() ? first.problem : format("{} ({})", first.problem, first.why);
}

}  // namespace

Result<std::int64_t> LineImport::setting_number(std::string_view text) {
  key_.assign(text);
  const bool is_number = text.front() >= '0' && text.front() <= '9';
  const auto& known = is_number ? numbered_ : settings_;
  if (const auto found = known.find(key_); found != known.end()) return found->second;
  if (is_number) {
    wrong_ = format("setting {} is not in this file", text);
    return 0;
  }
  const Result<LaunchConfig> setting = read_setting(text, "setting");
  if (!setting) {
    wrong_ = words_of(setting.failure());
    return 0;
  }
  const Result<std::int64_t> number = store_.number_of(*setting);
  if (!number) return number;
  const auto entry = settings_.emplace(key_, *number).first;
  texts_.emplace(*number, &entry->first);
  return number;
}

Result<bool> LineImport::add_setting(std::string_view line) {
  JsonCursor cursor(line);
  std::string_view key;
  std::string_view number;
  std::string_view text;
  cursor.enter_object();
  while (cursor.next_key(key)) {
    const std::string_view value = cursor.value();
    if (key == "number") number = value;
    if (key == "setting") text = value;
  }
  wrong_ = cursor.at_end() && !number.empty() && !text.empty() ? "" : "not a line of JSON";
  if (wrong_.empty()) {
    const Result<std::int64_t> setting = setting_number(text);
    if (!setting) return setting.failure();
    if (*setting != 0) numbered_[std::string(number)] = *setting;
  }
  if (!wrong_.empty()) damaged_.emplace_back(lines_, wrong_);
  return false;
}

Result<bool> LineImport::add(std::string_view line) {
  ++lines_;
  if (trim(line).empty()) return false;
  if (line.starts_with(kSettingLine)) return add_setting(line);
  // Files go through their settings in turn, or stay with one: what followed last time is likely.
  const std::int64_t before = setting_;
  const auto follower = followers_.find(before);
  raw_.likely = follower == followers_.end() ? std::string_view() : *follower->second.second;
  wrong_ = read_raw_measurement(line, raw_);
  setting_ = 0;
  if (wrong_.empty() && !raw_.likely.empty() && raw_.setting.size() == raw_.likely.size() &&
      raw_.setting == raw_.likely) {
    setting_ = follower->second.first;
  } else if (wrong_.empty()) {
    const Result<std::int64_t> number = setting_number(raw_.setting);
    if (!number) return number.failure();
    setting_ = *number;
    const auto text = texts_.find(setting_);
    if (text != texts_.end()) followers_[before] = {setting_, text->second};
  }
  if (setting_ == 0) {
    damaged_.emplace_back(lines_, wrong_);
    return false;
  }
  const auto put = store_.put(setting_, raw_.head, raw_.seconds);
  if (!put) return put.failure();
  const bool fresh = *put == MeasurementStore::Put::New;
  ++(fresh ? added_ : known_);
  return fresh;
}

Status for_each_line(const World& world, const std::string& path,
                     const std::function<Status(std::string_view)>& visit) {
  std::string rest;
  std::size_t offset = 0;
  while (true) {
    const Result<std::string> piece = world.read_range(path, offset, kPiece);
    if (!piece) return piece.failure();
    if (piece->empty()) break;
    offset += piece->size();
    std::size_t begin = 0;
    for (std::size_t end = piece->find('\n'); end != std::string::npos;
         end = piece->find('\n', begin)) {
      const std::string_view part = std::string_view(*piece).substr(begin, end - begin);
      begin = end + 1;
      std::string_view line = part;
      if (!rest.empty()) line = rest.append(part);
      if (const Status done = visit(line); !done) return done;
      rest.clear();
    }
    rest.append(*piece, begin);
  }
  return rest.empty() ? Status{} : visit(rest);
}

std::string imported_directory(const World& world) {
  return join_path(data_home(world), "imported");
}

Result<std::vector<std::string>> imported_files(const World& world) {
  std::vector<std::string> paths;
  const std::string directory = imported_directory(world);
  const auto names = world.list(directory);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    if (name.ends_with(".jsonl")) paths.push_back(join_path(directory, name));
  }
  return paths;
}

Status remove_half_imported(World& world) {
  constexpr std::size_t kId = 26;
  constexpr Milliseconds kLongestImport{3'600'000};
  const std::string directory = imported_directory(world);
  const auto names = world.list(directory);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    if (!name.starts_with('.') || !name.ends_with(".tmp")) continue;
    const std::optional<Instant> begun = ulid_time(name.substr(1, kId));
    if (!begun || world.now() - *begun < kLongestImport) continue;
    // A file that stays costs space and nothing else.
    [[maybe_unused]] const Status removed = world.remove_file(join_path(directory, name));
  }
  return {};
}

}  // namespace gpujob
