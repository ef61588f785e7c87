// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/database.h"
#include "report/measurement.h"
#include "store/key_set.h"
#include "store/launch_block.h"
#include "store/launch_key_index.h"

namespace gpujob {

/// Measurements in a database, made to be compared: launches by setting in blocks of columns, so
/// that a comparison reads the one part it is about and nothing that is not asked for. Changes
/// are kept in memory until `flush`. The database outlives the store.
class MeasurementStore {
 public:
  explicit MeasurementStore(Database& database) : database_(&database), places_(database) {}

  /// The statements that make its tables.
  static std::string layout();

  enum class Put { New, Known };
  /// What happens to a launch whose run and number are there already: results that travel are kept
  /// as they came first; a job that Slurm started again replaces what it wrote before.
  enum class IfKnown { Keep, Replace };

  Result<Put> put(const Measurement& measurement, IfKnown if_known);
  /// Keeps what is known. `setting` comes from `number_of`: for those who read very many.
  Result<Put> put(std::int64_t setting, const LaunchHead& head,
                  const std::array<std::vector<double>, kParts>& seconds);
  /// Fine if the launch is not there.
  Status remove(const std::string& run, int launch);
  Result<std::int64_t> number_of(const LaunchConfig& setting);
  /// Before very many calls of `put`: knows all launches in memory instead of asking for each.
  Status prepare_for_many();
  Status flush();

  /// Settings of a workload (empty: of all) and their numbers.
  Result<std::vector<std::pair<std::int64_t, LaunchConfig>>> settings_of(
      const std::string& workload);
  /// Every launch of a workload with its samples of one metric.
  Result<MeasurementTable> load(const std::string& workload, const Metric& metric);
  /// Every measurement (of a workload; empty: all), whole, by setting.
  Status each(const std::string& workload, const std::function<void(const Measurement&)>& visit);

 private:
  struct Pending {
    std::int64_t number = 0;
    LaunchBlock block;
  };

  Result<Pending*> open_block(std::int64_t setting);
  Result<LaunchBlock> read_block(std::int64_t setting, std::int64_t number);
  Status write_block(std::int64_t setting, const Pending& pending);
  Result<bool> is_known(std::int64_t key);
  Status forget(std::int64_t key, const LaunchHead& head);

  Database* database_;
  std::map<std::string, std::int64_t> numbers_;  ///< by the text of the setting
  std::map<std::int64_t, Pending> open_;         ///< by setting: the block to append to
  LaunchKeyIndex places_;
  std::vector<LaunchLocation> fresh_places_;  ///< not written yet
  KeySet fresh_;                              ///< their keys; all keys once `knows_all_`
  bool knows_all_ = false;
};

}  // namespace gpujob
