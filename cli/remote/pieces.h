// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/world.h"

// Files of copies at a center, and pieces of what is pulled from there, in a cache by their sums:
// what is there whole does not travel again.

namespace gpujob {

/// Of the copy in a run's directory.
inline constexpr const char* kCopyName = "copy";

/// The directory that they lie in.
std::string pieces_directory(const World& world);

/// Those of `sums` that are not here whole. Pieces that came long ago are removed first.
Result<std::vector<std::string>> lacking_pieces(World& world, const std::vector<std::string>& sums);

/// The pieces one behind the other. Fails with ExitCode::Invalid if one is not here whole.
Result<std::string> joined_pieces(const World& world, const std::vector<std::string>& sums);

/// Those that nothing is waiting for any more.
void remove_pieces(World& world, const std::vector<std::string>& sums);

/// Fails with ExitCode::Invalid if `sum` is not that of `data`.
Status keep_piece(World& world, const std::string& sum, std::string_view data);

/// Makes `directory` anew as the copy whose list has this sum. Fails with ExitCode::Invalid if a
/// file is not here whole: what was made is then removed again.
Status make_copy(World& world, const std::string& list_sum, const std::string& directory);

}  // namespace gpujob
