// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gpujob {

/// A regular expression over a whole text, in the part of ECMAScript that has one meaning in every
/// engine (unicode mode): literals, `.`, classes, `\d \w \s` and their opposites, groups, `|`,
/// `* + ?`, `{n}`, `{n,}`, `{n,m}`. No backreferences, no look-around, no lazy repeats. Matching
/// takes time and memory proportional to the text, so patterns may come from files of strangers.
class Pattern {
 public:
  /// Fails with ExitCode::Invalid and the place in the pattern; `where` is left empty.
  static Result<Pattern> compile(std::string_view text);

  /// Does the whole of `text` (UTF-8) match?
  bool matches(std::string_view text) const;

 private:
  friend class PatternParser;

  struct Range {
    char32_t first;
    char32_t last;
  };
  struct Set {
    std::vector<Range> ranges;
    bool negated = false;
    bool contains(char32_t character) const;
  };
  enum class Step : std::uint8_t { Take, Split, Jump };
  /// Jumps are relative, so that a piece of program can be copied for `{n,m}`.
  struct Instruction {
    Step step;
    int set = 0;    ///< Take: index in sets_
    int first = 0;  ///< Split and Jump: offset
    int second = 0;
  };
  using Program = std::vector<Instruction>;
  class Threads;

  Program program_;
  std::vector<Set> sets_;
};

/// The code point at `at`, which moves behind it; a byte that is not UTF-8 counts as itself.
char32_t take_character(std::string_view text, std::size_t& at);

}  // namespace gpujob
