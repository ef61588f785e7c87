// SPDX-License-Identifier: MIT
#include "base/yaml_edit.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

std::string_view line_of(const YamlFile& file, YamlPlace place) {
  const std::vector<std::string_view> all = lines(file.text(place));
  const auto number = static_cast<std::size_t>(place.line);
  return place.line < 1 || number > all.size() ? std::string_view() : all[number - 1];
}

/// What stands from the place on in its line.
std::string_view text_at(const YamlFile& file, YamlPlace place) {
  const std::string_view line = line_of(file, place);
  const auto begin = static_cast<std::size_t>(place.column);
  return place.column < 1 || begin > line.size() ? std::string_view() : line.substr(begin - 1);
}

/// The bytes up to the quote that ends what `text` begins with; 0 if none does.
std::size_t quoted_length(std::string_view text) {
  const char quote = text.empty() ? '\0' : text.front();
  if (quote != '\'' && quote != '"') return 0;
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      const bool is_doubled = quote == '\'' && text.substr(at + 1).starts_with('\'');
      if (!is_doubled) return at + 1;
      ++at;
    }
  }
  return 0;
}

/// The bytes of a scalar in its line, with its quotes; nothing if it is not whole there.
std::optional<int> length_of(const YamlFile& file, const YamlNode& scalar) {
  const std::string_view text = text_at(file, scalar.place);
  if (scalar.quoted) {
    const std::size_t length = quoted_length(text);
    return length == 0 ? std::nullopt : std::optional(static_cast<int>(length));
  }
  if (scalar.scalar.empty() || !text.starts_with(scalar.scalar)) return std::nullopt;
  return static_cast<int>(scalar.scalar.size());
}

/// The bytes of "[a, 'b']"; nothing if the list is not whole in its line.
std::optional<int> length_of_list(const YamlFile& file, const YamlNode& list) {
  YamlPlace end = list.place;
  for (const YamlNode& item : list.items) {
    const auto length = length_of(file, item);
    if (!length || item.place.line != list.place.line) return std::nullopt;
    end = item.place;
    end.column += *length;
  }
  const std::size_t closing = text_at(file, end).find(']');
  if (closing == std::string_view::npos) return std::nullopt;
  return end.column + static_cast<int>(closing) + 1 - list.place.column;
}

/// "[a, 'b']" of one line.
std::optional<TextEdit> change_line(const YamlFile& file, const YamlNode& list,
                                    const std::vector<std::string>& wanted) {
  const auto length = length_of_list(file, list);
  if (!length) return std::nullopt;
  std::vector<std::string> kept;
  for (const YamlNode& item : list.items) {
    if (!contains(wanted, item.scalar)) continue;
    const auto bytes = static_cast<std::size_t>(length_of(file, item).value_or(0));
    kept.emplace_back(text_at(file, item.place).substr(0, bytes));
  }
  for (const std::string& text : wanted) {
    const bool is_there = std::any_of(list.items.begin(), list.items.end(),
                                      [&](const YamlNode& item) { return item.scalar == text; });
    if (!is_there) kept.push_back(yaml_scalar(text));
  }
  return TextEdit{list.place.line, list.place.column, *length, format("[{}]", join(kept, ", "))};
}

/// "- a" on lines of their own.
std::optional<TextEdits> change_lines(const YamlFile& file, const YamlNode& list,
                                      const std::vector<std::string>& wanted) {
  if (!file.text(list.place).ends_with('\n')) return std::nullopt;  // no line may follow
  TextEdits edits;
  std::vector<std::string> known;
  for (const YamlNode& item : list.items) {
    const std::string_view line = line_of(file, item.place);
    const std::string_view before = line.substr(0, static_cast<std::size_t>(item.place.column) - 1);
    if (trim(before) != "-" || !length_of(file, item)) return std::nullopt;
    known.push_back(item.scalar);
    if (contains(wanted, item.scalar)) continue;
    edits.push_back({item.place.line, 1, static_cast<int>(line.size()) + 1, ""});
  }
  const YamlPlace last = list.items.back().place;
  const std::string_view line = line_of(file, last);
  const std::string indent(line.substr(0, line.find('-')));
  for (const std::string& text : wanted) {
    if (contains(known, text)) continue;
    edits.push_back({last.line + 1, 1, 0, format("{}- {}\n", indent, yaml_scalar(text))});
  }
  return edits;
}

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// The last line of an entry that begins its line: what follows is indented further, or is an item
/// of its list.
std::size_t last_line(const std::vector<std::string_view>& all, const YamlNode::Entry& entry) {
  const auto key = static_cast<std::size_t>(entry.first.place.line);
  const auto indent = static_cast<std::size_t>(entry.first.place.column) - 1;
  std::size_t last = key;
  for (std::size_t number = key + 1; number <= all.size(); ++number) {
    const std::string_view line = all[number - 1];
    const std::string_view text = trim(line);
    if (text.empty()) continue;
    const bool is_item =
        entry.second.is_sequence() && indent_of(line) == indent && text.starts_with('-');
    if (indent_of(line) <= indent && !is_item) break;
    last = number;
  }
  return last;
}

/// The bytes from a place to `end`, which is behind it.
int bytes_to(const std::vector<std::string_view>& all, YamlPlace from, const char* end) {
  return static_cast<int>(end - all[static_cast<std::size_t>(from.line) - 1].data()) - from.column +
         1;
}

/// The line in which the comment above a line begins, at most as far indented as it is.
std::size_t comment_above(const std::vector<std::string_view>& all, std::size_t number) {
  const std::size_t indent = indent_of(all[number - 1]);
  while (number > 1) {
    const std::string_view above = all[number - 2];
    if (!trim(above).starts_with('#') || indent_of(above) > indent) break;
    --number;
  }
  return number;
}

/// Does its key begin a line, or an item of a list?
bool begins_line(std::string_view line, YamlPlace key) {
  const std::string_view before = trim(line.substr(0, static_cast<std::size_t>(key.column) - 1));
  return before.empty() || before == "-";
}

}  // namespace

std::optional<TextEdit> replace_value(const YamlFile& file, const YamlNode::Entry& entry,
                                      std::string_view yaml) {
  const auto& [key, value] = entry;
  if (const auto whole = replace_scalar(file, value, yaml)) return whole;
  const bool in_brackets = text_at(file, value.place).starts_with('[');
  const auto length =
      value.is_sequence() && in_brackets ? length_of_list(file, value) : std::nullopt;
  if (length) return TextEdit{value.place.line, value.place.column, *length, std::string(yaml)};
  const auto key_length = length_of(file, key);
  if (!key_length || !begins_line(line_of(file, key.place), key.place)) return std::nullopt;
  YamlPlace begin = key.place;
  begin.column += *key_length;
  const std::size_t colon = text_at(file, begin).find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  begin.column += static_cast<int>(colon) + 1;
  const auto all = lines(file.text(key.place));
  const std::string_view last = all[last_line(all, entry) - 1];
  return TextEdit{begin.line, begin.column, bytes_to(all, begin, last.data() + last.size()),
                  format(" {}", yaml)};
}

std::optional<TextEdit> remove_entry(const YamlFile& file, const YamlNode::Entry& entry) {
  const YamlPlace key = entry.first.place;
  const auto before = static_cast<std::size_t>(key.column) - 1;
  if (!trim(line_of(file, key).substr(0, before)).empty()) return std::nullopt;
  const std::string& text = file.text(key);
  const auto all = lines(text);
  const std::size_t first = comment_above(all, static_cast<std::size_t>(key.line));
  std::size_t next = last_line(all, entry);
  while (next < all.size() && trim(all[next]).empty()) ++next;  // blank lines part it from the next
  const YamlPlace begin{static_cast<int>(first), 1};
  const char* const end = next < all.size() ? all[next].data() : text.data() + text.size();
  return TextEdit{begin.line, begin.column, bytes_to(all, begin, end), ""};
}

std::optional<TextEdit> replace_scalar(const YamlFile& file, const YamlNode& scalar,
                                       std::string_view yaml) {
  const auto length = length_of(file, scalar);
  if (!scalar.is_scalar() || !length) return std::nullopt;
  return TextEdit{scalar.place.line, scalar.place.column, *length, std::string(yaml)};
}

std::optional<TextEdits> change_items(const YamlFile& file, const YamlNode& list,
                                      const std::vector<std::string>& wanted) {
  if (list.items.empty() || wanted.empty()) return std::nullopt;
  if (!text_at(file, list.place).starts_with('[')) return change_lines(file, list, wanted);
  const auto edit = change_line(file, list, wanted);
  return edit ? std::optional(TextEdits{*edit}) : std::nullopt;
}

std::optional<TextEdit> add_entries(const YamlFile& file, const YamlNode& map,
                                    const std::vector<std::string>& lines) {
  if (map.is_map() && text_at(file, map.place).starts_with('{')) {
    const char* const comma = map.entries.empty() ? "" : ", ";
    return TextEdit{map.place.line, map.place.column + 1, 0,
                    format("{}{}", join(lines, ", "), comma)};
  }
  if (map.entries.empty()) return std::nullopt;
  const YamlPlace first = map.entries.front().first.place;
  const auto indent = static_cast<std::size_t>(first.column) - 1;
  // "- id: x" of a list is a first key as well.
  if (!begins_line(line_of(file, first), first)) return std::nullopt;
  std::string text;
  for (const std::string& entry : lines) text += format("{}\n{:{}}", entry, "", indent);
  return TextEdit{first.line, first.column, 0, text};
}

}  // namespace gpujob
