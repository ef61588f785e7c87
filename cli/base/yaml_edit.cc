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

/// "[a, 'b']" of one line.
std::optional<TextEdit> change_line(const YamlFile& file, const YamlNode& list,
                                    const std::vector<std::string>& wanted) {
  std::vector<std::string> kept;
  YamlPlace end = list.place;
  for (const YamlNode& item : list.items) {
    const auto length = length_of(file, item);
    if (!length || item.place.line != list.place.line) return std::nullopt;
    end = item.place;
    end.column += *length;
    if (!contains(wanted, item.scalar)) continue;
    kept.emplace_back(text_at(file, item.place).substr(0, static_cast<std::size_t>(*length)));
  }
  const std::size_t closing = text_at(file, end).find(']');
  if (closing == std::string_view::npos) return std::nullopt;
  for (const std::string& text : wanted) {
    const bool is_there = std::any_of(list.items.begin(), list.items.end(),
                                      [&](const YamlNode& item) { return item.scalar == text; });
    if (!is_there) kept.push_back(yaml_scalar(text));
  }
  const int length = end.column + static_cast<int>(closing) + 1 - list.place.column;
  return TextEdit{list.place.line, list.place.column, length, format("[{}]", join(kept, ", "))};
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

}  // namespace

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
  if (map.entries.empty()) return std::nullopt;
  const YamlPlace first = map.entries.front().first.place;
  const std::string_view line = line_of(file, first);
  const auto indent = static_cast<std::size_t>(first.column) - 1;
  // "- id: x" of a list is a first key as well; "{a: b}" is not one of a line.
  const std::string_view before = trim(line.substr(0, std::min(indent, line.size())));
  if (!before.empty() && before != "-") return std::nullopt;
  std::string text;
  for (const std::string& entry : lines) text += format("{}\n{:{}}", entry, "", indent);
  return TextEdit{first.line, first.column, 0, text};
}

}  // namespace gpujob
