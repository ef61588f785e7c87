// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpujob {

/// "0-3,7,10-20:5" to its indices, ascending and each once. Brackets around the whole, blanks and a
/// '+' before a number are fine; what follows a '%' is not of the list. Nothing for a text of
/// another form, without an index, or with one above `kMostIndex`.
std::optional<std::vector<int>> read_index_list(std::string_view text);

/// Slurm's own upper limit of MaxArraySize is one more.
inline constexpr int kMostIndex = 4'000'000;

/// "0-3,7": ascending indices, the shortest text of plain ranges.
std::string index_list_text(const std::vector<int>& indices);

}  // namespace gpujob
