// SPDX-License-Identifier: MIT
#include "base/excerpt.h"

#include <algorithm>

#include "base/table.h"
#include "base/text.h"

namespace gpujob {

namespace {

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

}  // namespace

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

int character_column(std::string_view text, int line, int column) {
  const std::string_view whole = line_at(text, line);
  const std::size_t bytes =
      std::min(static_cast<std::size_t>(std::max(column - 1, 0)), whole.size());
  const auto inner = std::count_if(
      whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(bytes), continues_character);
  return column - static_cast<int>(inner);
}

}  // namespace gpujob
