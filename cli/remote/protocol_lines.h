// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/format.h"
#include "base/json_value.h"
#include "remote/protocol.h"

// What both sides of the protocol read lines with.

namespace gpujob {

inline std::string line_of(const Json& value) {
  return dump_json_line(value) + "\n";
}

/// The next line of `text`, without its end, which moves on; nothing if no whole line is left.
inline std::optional<std::string_view> take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

inline std::string text_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// A count that is there and not negative.
inline std::optional<std::uint64_t> count_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::uint64_t>();
}

inline Result<Json> object_in(std::string_view line, const char* where) {
  if (line.size() > kLongestLine) {
    return Failure{ExitCode::Invalid, where, "a line is too long"};
  }
  auto value = parse_json(line, where);
  if (value && !value->is_object()) return Failure{ExitCode::Invalid, where, "not an object"};
  return value;
}

inline std::optional<std::vector<std::string>> sums_in(const Json& list) {
  std::vector<std::string> sums;
  if (!list.is_array()) return std::nullopt;
  for (const Json& entry : list) {
    if (!entry.is_string() || !is_sum(entry.get_ref<const std::string&>())) return std::nullopt;
    sums.push_back(entry.get<std::string>());
  }
  return sums;
}

}  // namespace gpujob
