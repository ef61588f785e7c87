// SPDX-License-Identifier: MIT
#include "base/yaml.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/table.h"
#include "base/text.h"

namespace gpujob {

namespace {

/// Characters that never change the meaning of a plain scalar, inside or outside [ ] and { }.
constexpr std::string_view kPlain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _./+-()=%^;@";
constexpr std::string_view kPlainFirst = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_./";

/// Words that one or another YAML reader takes for something else than text.
bool is_reserved(std::string_view text) {
  constexpr std::array<std::string_view, 11> kWords{"null", "true", "false", "yes",  "no",  "on",
                                                    "off",  "y",    "n",     ".nan", ".inf"};
  return contains(kWords, to_lower(text));
}

bool is_plain(std::string_view text) {
  return !text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos &&
         kPlainFirst.find(text.front()) != std::string_view::npos && text.back() != ' ' &&
         !is_reserved(text) && !parse_real(text);
}

std::string double_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += std::string("\\") + c;
    } else if (byte < 0x20 || byte == 0x7F) {
      quoted += format("\\x{:02X}", byte);
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

/// The node and all below it belong to the texts from the `first` on.
void renumber(YamlNode& node, std::size_t first) {
  node.place.text += first;
  for (YamlNode& item : node.items) renumber(item, first);
  for (YamlNode::Entry& entry : node.entries) {
    renumber(entry.first, first);
    renumber(entry.second, first);
  }
}

/// Bytes of a line that are shown before and after the column.
constexpr std::size_t kBefore = 60;
constexpr std::size_t kAfter = 40;

std::string_view line_at(std::string_view text, int line) {
  for (int i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// Line `line` (from 1) of `text` and, below it, a caret under byte `column` (from 1): the
/// `excerpt` of a diagnostic, two lines without a final newline. A long line is cut to the part
/// around the column. Empty if `text` has no such line.
std::string excerpt(std::string_view text, int line, int column) {
  const std::string_view whole = line_at(text, line);
  if (line < 1 || column < 1 || whole.empty()) return "";
  const std::size_t at = std::min(static_cast<std::size_t>(column - 1), whole.size());
  std::size_t first = at > kBefore ? at - kBefore : 0;
  while (first > 0 && continues_character(whole[first])) --first;
  std::size_t end = std::min(whole.size(), at + kAfter);
  while (end < whole.size() && continues_character(whole[end])) ++end;

  const std::string before = (first > 0 ? "..." : "") + printable(whole.substr(first, at - first));
  const std::string after =
      printable(whole.substr(at, end - at)) + (end < whole.size() ? "..." : "");
  // A tab is padded by a tab, so that the caret lines up at any tab width.
  std::string pad;
  std::size_t start = 0;
  for (std::size_t tab = before.find('\t'); tab != std::string::npos;
       tab = before.find('\t', start)) {
    pad.append(display_width(std::string_view(before).substr(start, tab - start)), ' ') += '\t';
    start = tab + 1;
  }
  pad.append(display_width(std::string_view(before).substr(start)), ' ');
  return before + after + "\n" + pad + "^";
}

/// The column in characters, as editors show it, of byte `column`.
int character_column(std::string_view text, int line, int column) {
  const std::string_view whole = line_at(text, line);
  const std::size_t bytes =
      std::min(static_cast<std::size_t>(std::max(column - 1, 0)), whole.size());
  const auto inner = std::count_if(
      whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(bytes), continues_character);
  return column - static_cast<int>(inner);
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const Entry& entry : entries) {
    if (entry.first.scalar == key) return &entry.second;
  }
  return nullptr;
}

std::vector<std::string> YamlFile::adopted() const {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < texts_.size(); ++i) names.push_back(texts_[i].first);
  return names;
}

YamlNode YamlFile::adopt(YamlFile other) {
  const std::size_t first = texts_.size();
  for (auto& text : other.texts_) texts_.push_back(std::move(text));
  renumber(other.root_, first);
  return std::move(other.root_);
}

Diagnostic YamlFile::error(YamlPlace place, std::string problem, std::string why,
                           std::string fix) const {
  const auto& [name, text] = texts_[place.text];
  Diagnostic diagnostic;
  diagnostic.where =
      format("{}:{}:{}", name, place.line, character_column(text, place.line, place.column));
  diagnostic.problem = std::move(problem);
  diagnostic.why = std::move(why);
  diagnostic.fix = std::move(fix);
  diagnostic.excerpt = excerpt(text, place.line, place.column);
  return diagnostic;
}

std::string yaml_scalar(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  const bool controls = std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
  if (controls) return double_quoted(text);
  return "'" + replace_all(text, "'", "''") + "'";
}

}  // namespace gpujob
