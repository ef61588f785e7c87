// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>

#include "base/result.h"

namespace gpujob {

/// A regular expression over a whole text, in the part of ECMAScript that has one meaning in every
/// engine: literals, `.`, classes, `\d \w \s` and their opposites, groups, `|`, repeats; no
/// backreferences, no look-around. Matching takes time proportional to the text, so patterns of
/// untrusted files do no harm.
class Pattern {
 public:
  /// Fails with ExitCode::Invalid and the engine's message; `where` is left empty.
  static Result<Pattern> compile(std::string_view text);

  /// Does the whole of `text` (UTF-8) match?
  bool matches(std::string_view text) const;

 private:
  struct Engines;

  explicit Pattern(std::shared_ptr<const Engines> engines);
  std::shared_ptr<const Engines> engines_;
};

/// Does the whole of `text` match? Not where the pattern does not compile.
bool matches(std::string_view pattern, std::string_view text);

}  // namespace gpujob
