// SPDX-License-Identifier: MIT
#include <cstddef>

#include "script/parse.h"

// Splits a command line as bash does, without expansion: `a 'b c' "$d" \e` gives
// a, b c, $d, e. A comment ends the line. `$'…'` and `$"…"` are errors: no rendered line has
// them.

namespace gpujob {

namespace {

constexpr std::size_t kUsualCount = 12;  ///< of words; more cost only a copy

/// Characters that a backslash escapes inside double quotes.
constexpr std::string_view kEscapable = "$`\"\\";

constexpr bool is_body_blank(char c) {
  return c == ' ' || c == '\t';
}

/// Not a blank, quote, backslash or dollar: most of a line.
constexpr bool is_plain(char c) {
  return !is_body_blank(c) && c != '\'' && c != '"' && c != '\\' && c != '$';
}

class WordSplitter {
 public:
  explicit WordSplitter(std::string_view line) : line_(line) {}

  Result<std::vector<std::string>> split() {
    words_.reserve(kUsualCount);
    while (skip_blanks()) {
      std::string word;
      while (at_ < line_.size() && !is_body_blank(line_[at_])) {
        if (const Status piece = read_piece(word); !piece) return piece.failure();
      }
      words_.push_back(std::move(word));
    }
    return std::move(words_);
  }

 private:
  /// False at the end of the line or at a comment.
  bool skip_blanks() {
    while (at_ < line_.size() && is_body_blank(line_[at_])) ++at_;
    return at_ < line_.size() && line_[at_] != '#';
  }

  Status read_piece(std::string& word) {
    const std::size_t start = at_;
    while (at_ < line_.size() && is_plain(line_[at_])) ++at_;
    if (at_ > start) {
      word += line_.substr(start, at_ - start);
      return {};
    }
    const char c = line_[at_];
    const char next = at_ + 1 < line_.size() ? line_[at_ + 1] : '\0';
    if (c == '$' && (next == '\'' || next == '"')) return broken("a '$' before a quote");
    if (c == '\'') return read_single(word);
    if (c == '"') return read_double(word);
    if (c == '\\') {
      if (next == '\0') return broken("a backslash at the end");
      word += next;
      at_ += 2;
    } else {
      word += c;
      ++at_;
    }
    return {};
  }

  Status read_single(std::string& word) {
    const std::size_t end = line_.find('\'', at_ + 1);
    if (end == std::string_view::npos) return broken("an unmatched quote");
    word += line_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return {};
  }

  Status read_double(std::string& word) {
    for (std::size_t start = ++at_;; start = at_) {
      at_ = line_.find_first_of("\"\\", at_);
      if (at_ == std::string_view::npos) return broken("an unmatched quote");
      word += line_.substr(start, at_ - start);
      if (line_[at_++] == '"') return {};
      const char next = at_ < line_.size() ? line_[at_] : '\0';
      if (kEscapable.find(next) == std::string_view::npos) word += '\\';
      if (next != '\0') word += line_[at_++];
    }
  }

  Failure broken(const std::string& problem) const {
    return {ExitCode::Invalid, "command line", problem + " in '" + std::string(line_) + "'"};
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::vector<std::string> words_;
};

}  // namespace

Result<std::vector<std::string>> split_words(std::string_view line) {
  return WordSplitter(line).split();
}

}  // namespace gpujob
