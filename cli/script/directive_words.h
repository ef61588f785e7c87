// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpujob {

/// One word of an `#SBATCH` line, unquoted, with its place in the script.
struct DirectiveWord {
  std::string text;
  int line = 0;
  std::size_t column = 0;  ///< of its first byte, from 1
  std::size_t length = 0;  ///< in bytes as written, with quotes and backslashes
  std::size_t plain = 0;   ///< bytes at its beginning that are written as they are read
};

/// The words of a line as sbatch splits them; `open_quote` is a quote without its end, or NUL.
struct DirectiveWords {
  std::vector<DirectiveWord> words;
  char open_quote = '\0';
};

/// Splits `line` from byte `start` on. A backslash escapes the next character everywhere, also
/// inside quotes; a '#' outside quotes ends the line, even in the middle of a word, and so does a
/// backslash alone.
DirectiveWords directive_words(std::string_view line, std::size_t start, int line_number);

}  // namespace gpujob
