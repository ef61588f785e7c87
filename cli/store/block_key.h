// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/result.h"

namespace gpujob {

constexpr int kNumberBits = 21;
constexpr int kColumnBits = 3;
constexpr std::int64_t kHeads = 0;  ///< the column before the parts

/// Key of one column of a block: setting, number of the block, column.
constexpr std::int64_t block_key(std::int64_t setting, std::int64_t number, std::int64_t column) {
  return (((setting << kNumberBits) + number) << kColumnBits) + column;
}

constexpr std::int64_t column_of(std::size_t part) {
  return static_cast<std::int64_t>(part) + 1;
}

inline Failure damaged_index() {
  return {ExitCode::Failed, "index of runs", "damaged", "",
          "'gpujob runs --rebuild' makes it anew"};
}

}  // namespace gpujob
