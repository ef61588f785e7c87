// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/world.h"
#include "report/measurement_line.h"
#include "store/measurement_store.h"

namespace gpujob {

/// How a line begins that numbers a setting for the lines after it.
constexpr std::string_view kSettingLine = R"({"schema":"gpujob/setting/v1",)";

/// Takes lines of `gpujob/measurement/v1` into a store. A damaged line is remembered with its
/// number and the next one is read; a launch that is known is passed over. Files of our own number
/// settings (`gpujob/setting/v1`) and name the number in the lines after it.
class LineImport {
 public:
  explicit LineImport(MeasurementStore& store) : store_(store) {}

  /// True for a line that was new. Blank lines are nothing. Fails only if the store does.
  Result<bool> add(std::string_view line);
  /// Numbers of settings and of lines begin anew with each file.
  void begin_file() {
    numbered_.clear();
    lines_ = 0;
    damaged_.clear();
  }

  /// Of the line that was added last: the store's number of its setting, the setting as text, and
  /// where in the line it stands.
  std::int64_t setting() const { return setting_; }
  const std::string& launch_config_text() const { return *texts_.at(setting_); }
  std::string_view place_of_setting() const { return raw_.setting; }

  std::size_t lines() const { return lines_; }
  std::size_t added() const { return added_; }
  std::size_t known() const { return known_; }
  /// Of this file: number of the line from 1, and what is wrong with it.
  const std::vector<std::pair<std::size_t, std::string>>& damaged() const { return damaged_; }

 private:
  /// The store's number of a setting; 0 for another text.
  Result<std::int64_t> setting_number(std::string_view text);
  /// A line that numbers a setting for those after it.
  Result<bool> add_setting(std::string_view line);

  MeasurementStore& store_;
  RawMeasurement raw_;
  std::unordered_map<std::string, std::int64_t> settings_;      ///< by their text in the lines
  std::unordered_map<std::int64_t, const std::string*> texts_;  ///< by the store's number
  /// Which setting came after a setting last time, with its text.
  std::unordered_map<std::int64_t, std::pair<std::int64_t, const std::string*>> followers_;
  std::unordered_map<std::string, std::int64_t> numbered_;  ///< by the file's own number
  std::int64_t setting_ = 0;
  std::string wrong_;  ///< with the setting just read
  std::string key_;
  std::size_t lines_ = 0, added_ = 0, known_ = 0;
  std::vector<std::pair<std::size_t, std::string>> damaged_;
};

/// Calls `visit` for each line of a file, without line ends, reading it piece by piece.
Status for_each_line(const World& world, const std::string& path,
                     const std::function<Status(std::string_view)>& visit);

/// Where imported lines are kept: below the user's data directory, one file an import, never
/// changed; the index is rebuilt from them.
std::string imported_directory(const World& world);
/// Its files, oldest first.
Result<std::vector<std::string>> imported_files(const World& world);
/// Removes what imports that were killed have left half written; younger files may be at work.
Status remove_half_imported(World& world);

}  // namespace gpujob
