// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/database.h"

namespace gpujob {

/// The block that holds a launch, by the launch's key, which is well mixed.
struct LaunchLocation {
  std::int64_t key = 0;
  std::uint32_t setting = 0;
  std::uint32_t number = 0;
};

/// Finds launches in a database, which outlives it.
class LaunchKeyIndex {
 public:
  explicit LaunchKeyIndex(Database& database) : database_(&database) {}

  /// The statements that make its tables.
  static const char* layout();

  Result<std::optional<LaunchLocation>> find(std::int64_t key);
  /// Calls `visit` for the key of every launch.
  Status each_key(const std::function<void(std::int64_t)>& visit);
  /// Adds launches that are not there.
  Status add(const std::vector<LaunchLocation>& places);
  Status erase(std::int64_t key);

 private:
  using Bucket = std::vector<LaunchLocation>;

  Status add_recent(const std::vector<LaunchLocation>& places);
  Status add_to_buckets(const std::vector<LaunchLocation>& places);
  Result<std::vector<LaunchLocation>> take_recent();
  Result<Statement*> prepared(std::optional<Statement>& statement, const char* sql);
  Result<Bucket> read_bucket(std::int64_t number);
  Status write_bucket(std::int64_t number, const Bucket& bucket);

  Database* database_;
  std::optional<Statement> find_recent_, read_, write_;  ///< prepared when they are first needed
};

}  // namespace gpujob
