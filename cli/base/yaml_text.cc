// SPDX-License-Identifier: MIT
#include "base/yaml_text.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"

namespace gpujob {

namespace {

constexpr std::size_t kLargestFile = 1u << 20;

YamlPlace place_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto newlines = std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
  return {static_cast<int>(newlines) + 1, static_cast<int>(offset - start) + 1};
}

/// The first control character other than tab, line feed and the carriage return of a line end.
std::optional<std::size_t> find_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool line_end = byte == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    const bool c1 = byte == 0xC2 && i + 1 < text.size() &&
                    static_cast<unsigned char>(text[i + 1]) < 0xA0 &&
                    static_cast<unsigned char>(text[i + 1]) != 0x85;
    if ((byte < 0x20 && byte != '\t' && byte != '\n' && !line_end) || byte == 0x7F || c1) return i;
  }
  return std::nullopt;
}

std::string_view line_text(std::string_view text, int line) {
  const std::vector<std::string_view> all = lines(text);
  return line >= 1 && static_cast<std::size_t>(line) <= all.size()
             ? all[static_cast<std::size_t>(line) - 1]
             : std::string_view{};
}

/// A tab as the first character of a line that says something is never right in block style.
std::optional<int> find_leading_tab(std::string_view text) {
  int number = 0;
  for (const std::string_view line : lines(text)) {
    ++number;
    const std::string_view content = trim(line);
    if (line.starts_with('\t') && !content.empty() && content[0] != '#') return number;
  }
  return std::nullopt;
}

}  // namespace

std::optional<YamlProblem> check_yaml_text(std::string_view text) {
  if (text.size() > kLargestFile) {
    return YamlProblem{{1, 1},
                       "file is too large",
                       format("{} bytes; {} at most", text.size(), kLargestFile),
                       "split it"};
  }
  if (text.starts_with("\xEF\xBB\xBF")) {
    return YamlProblem{
        {1, 1}, "file begins with a byte order mark", "U+FEFF", "save it as UTF-8 without one"};
  }
  if (const std::optional<std::size_t> bad = find_bad_utf8(text)) {
    return YamlProblem{place_of(text, *bad),
                       format("byte 0x{:02X} is not UTF-8", static_cast<unsigned char>(text[*bad])),
                       "", "save the file as UTF-8"};
  }
  if (const std::optional<std::size_t> control = find_control(text)) {
    return YamlProblem{
        place_of(text, *control),
        format("control character {}",
               text[*control] == '\r'
                   ? "\\x0D without a line feed"
                   : printable(text.substr(*control, 2)).substr(0, text[*control] < 0 ? 8 : 4)),
        "", "remove it"};
  }
  if (const std::optional<int> line = find_leading_tab(text)) return tab_problem(text, *line);
  return std::nullopt;
}

bool indented_by_tab(std::string_view text, int line) {
  const std::string_view whole = line_text(text, line);
  return whole.substr(0, whole.find_first_not_of(" \t")).find('\t') != std::string_view::npos &&
         !trim(whole).empty();
}

YamlProblem tab_problem(std::string_view text, int line) {
  const std::size_t tab = line_text(text, line).find('\t');
  return {{line, static_cast<int>(tab) + 1},
          "tab in the indentation",
          "YAML is indented by blanks",
          "replace it by blanks"};
}

}  // namespace gpujob
