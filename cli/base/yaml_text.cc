// SPDX-License-Identifier: MIT
#include "base/yaml_text.h"

#include <algorithm>
#include <array>

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
  const std::size_t directive = text.starts_with('%') ? 0 : text.find("\n%");
  if (directive != std::string_view::npos) {
    return YamlProblem{place_of(text, directive == 0 ? 0 : directive + 1),
                       "directives are not supported", "a line that begins with '%'",
                       "remove it, or quote it if it is text"};
  }
  return std::nullopt;
}

std::vector<int> lines_indented_by_tab(std::string_view text) {
  std::vector<int> found;
  int number = 0;
  for (const std::string_view line : lines(text)) {
    ++number;
    const std::size_t content = line.find_first_not_of(" \t");
    if (content != std::string_view::npos &&
        line.substr(0, content).find('\t') != std::string_view::npos) {
      found.push_back(number);
    }
  }
  return found;
}

YamlProblem tab_problem(std::string_view text, int line) {
  const std::size_t tab = line_text(text, line).find('\t');
  return {{line, static_cast<int>(tab) + 1},
          "tab in the indentation",
          "YAML is indented by blanks",
          "replace it by blanks"};
}

YamlProblem duplicate_key_problem(const YamlNode& key, const YamlNode& first) {
  return {key.place, "key '" + printable(key.scalar) + "' is given twice",
          format("first on line {}", first.place.line), "remove one of the two"};
}

YamlProblem alias_problem(YamlPlace place) {
  return {place, "anchors and aliases are not supported",
          "'&name' and '*name' hide what a file says",
          "write the value out, or quote it if it is text"};
}

YamlProblem tag_problem(YamlPlace place, std::string_view tag) {
  return {place, "tag '" + printable(tag) + "' is not supported", "a file holds plain data only",
          "remove the tag; quotes make a value text"};
}

bool is_closed_quote(std::string_view text) {
  if (!text.starts_with('\'') && !text.starts_with('"')) return true;
  const char quote = text[0];
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool escaped = quote == '"' ? text[i] == '\\' : text.substr(i).starts_with("''");
    if (escaped) {
      ++i;
    } else if (text[i] == quote) {
      return true;
    }
  }
  return false;
}

YamlProblem open_quote_problem(YamlPlace place) {
  return {place, "quote does not end", "the rest of the file would be part of it",
          "close the quote"};
}

std::string yaml_hint(std::string_view message) {
  struct Hint {
    std::string_view message;
    const char* fix;
  };
  constexpr std::array<Hint, 10> kHints{{
      {"illegal map value", "quote a value that contains ': ', and check the indentation"},
      {"end of map not found", "check the indentation and the quotes of this line"},
      {"end of sequence not found", "check the indentation of this line"},
      {"end of sequence flow not found", "close the '['"},
      {"end of map flow not found", "close the '{'"},
      {"illegal EOF in scalar", "close the quote"},
      {"illegal document indicator in scalar", "close the quote"},
      {"illegal tab", "remove the tab"},
      {"unknown token", "quote a value that begins with '@', '`' or '%'"},
      {"unknown escape character", "double the backslash, or use single quotes"},
  }};
  for (const Hint& known : kHints) {
    if (message.starts_with(known.message)) return known.fix;
  }
  return "";
}

}  // namespace gpujob
