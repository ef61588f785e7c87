// SPDX-License-Identifier: MIT
#include "base/index_list.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

std::optional<int> read_index(std::string_view text) {
  text = trim(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto number = parse_integer(text);
  if (!number || *number > kMostIndex) return std::nullopt;
  return static_cast<int>(*number);
}

/// "7", "0-3" or "10-20:5".
bool add_range(std::string_view item, std::vector<int>& indices) {
  const std::size_t dash = item.find('-');
  const std::size_t colon = item.find(':');
  const bool is_range = dash != std::string_view::npos;
  if (!is_range && colon != std::string_view::npos) return false;
  const auto first = read_index(item.substr(0, dash));
  const auto last = is_range ? read_index(item.substr(dash + 1, colon - dash - 1)) : first;
  const auto step = colon == std::string_view::npos ? 1 : read_index(item.substr(colon + 1));
  if (!first || !last || !step || *first > *last || *step < 1) return false;
  for (int index = *first; index <= *last; index += *step) indices.push_back(index);
  return true;
}

}  // namespace

std::optional<std::vector<int>> read_index_list(std::string_view text) {
  text = trim(text);
  if (text.starts_with('[')) text.remove_prefix(1);
  if (text.ends_with(']')) text.remove_suffix(1);
  text = text.substr(0, text.find('%'));
  std::vector<int> indices;
  for (const std::string_view item : split(text, ',')) {
    if (!add_range(item, indices)) return std::nullopt;
    // Only a list that says the same over and over is longer: "0-4000000,0-4000000,…".
    if (indices.size() > std::size_t{kMostIndex} + 1) return std::nullopt;
  }
  if (!std::is_sorted(indices.begin(), indices.end())) std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  return indices;
}

std::string index_list_text(const std::vector<int>& indices) {
  std::vector<std::string> ranges;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::size_t first = i;
    while (i + 1 < indices.size() && indices[i + 1] == indices[i] + 1) ++i;
    const std::string from = std::to_string(indices[first]);
    if (i == first + 1) {
      ranges.push_back(from);
      ranges.push_back(std::to_string(indices[i]));
    } else {
      ranges.push_back(i == first ? from : format("{}-{}", from, indices[i]));
    }
  }
  return join(ranges, ",");
}

}  // namespace gpujob
