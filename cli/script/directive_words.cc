// SPDX-License-Identifier: MIT
#include "script/directive_words.h"

namespace gpujob {

namespace {

constexpr bool is_directive_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

}  // namespace

DirectiveWords directive_words(std::string_view line, std::size_t start, int line_number) {
  DirectiveWords found;
  std::size_t at = start;
  while (true) {
    while (at < line.size() && is_directive_blank(line[at])) ++at;
    if (at >= line.size() || line[at] == '#') return found;
    DirectiveWord word{"", line_number, at + 1, 0, 0};
    const std::size_t first = at;
    bool plain = true;
    char quote = '\0';
    for (; at < line.size() && (quote != '\0' || !is_directive_blank(line[at])); ++at) {
      const char c = line[at];
      plain = plain && c != '\\' && c != '\'' && c != '"';
      if (c == '\\') {
        if (at + 1 == line.size() && word.text.empty()) return found;  // continues nothing
        if (++at < line.size()) word.text += line[at];
      } else if (quote != '\0' && c == quote) {
        quote = '\0';
      } else if (quote == '\0' && (c == '\'' || c == '"')) {
        quote = c;
      } else if (quote == '\0' && c == '#') {
        break;
      } else {
        word.text += c;
        if (plain) ++word.plain;
      }
    }
    word.length = at - first;
    found.words.push_back(std::move(word));
    if (quote != '\0') {
      found.open_quote = quote;
      return found;
    }
  }
}

}  // namespace gpujob
