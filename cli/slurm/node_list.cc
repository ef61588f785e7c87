// SPDX-License-Identifier: MIT
#include "slurm/node_list.h"

#include <algorithm>

#include "base/text.h"

namespace gpujob {

namespace {

/// Is it a number of "1-4", "007-120" or "5"? A number is as long as the first one, with zeros.
bool is_in_range(std::string_view digits, std::string_view range) {
  const std::string_view first = range.substr(0, range.find('-'));
  const std::string_view last = range.substr(range.find('-') + 1);
  if (digits.size() < first.size() || (digits.size() > first.size() && digits[0] == '0')) {
    return false;
  }
  const auto number = parse_integer(digits);
  const auto from = parse_integer(first);
  const auto to = parse_integer(last);
  return number && from && to && *from <= *number && *number <= *to;
}

/// One name with ranges in it; what they stand for is tried from the shortest number on.
bool names(std::string_view pattern, std::string_view node) {
  const std::size_t open = std::min(pattern.find('['), pattern.size());
  if (!node.starts_with(pattern.substr(0, open))) return false;
  node.remove_prefix(open);
  const std::size_t close = pattern.find(']', open);
  if (close == std::string_view::npos) return open == pattern.size() && node.empty();
  const auto ranges = split(pattern.substr(open + 1, close - open - 1), ',');
  const std::size_t digits = std::min(node.find_first_not_of("0123456789"), node.size());
  for (std::size_t length = 1; length <= digits; ++length) {
    const bool is_named = std::any_of(ranges.begin(), ranges.end(), [&](std::string_view range) {
      return is_in_range(node.substr(0, length), range);
    });
    if (is_named && names(pattern.substr(close + 1), node.substr(length))) return true;
  }
  return false;
}

}  // namespace

bool names_node(std::string_view list, std::string_view node) {
  std::size_t begin = 0;
  bool is_inside = false;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    if (i < list.size() && (list[i] == '[' || list[i] == ']')) is_inside = list[i] == '[';
    if (i < list.size() && (list[i] != ',' || is_inside)) continue;
    if (i > begin && names(list.substr(begin, i - begin), node)) return true;
    begin = i + 1;
  }
  return false;
}

}  // namespace gpujob
