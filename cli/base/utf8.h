// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace gpujob {

/// One character at the front of a text: its code point and how many bytes it takes.
struct Utf8Character {
  char32_t point = 0;
  std::size_t bytes = 0;
};

/// The first character of `text` (not empty). Nothing where the bytes are not well-formed UTF-8:
/// overlong forms, surrogates and values over U+10FFFF are refused (Unicode 15, table 3-7).
std::optional<Utf8Character> decode_utf8(std::string_view text);

/// Offset of the first byte that is not part of well-formed UTF-8; nothing if all is well.
std::optional<std::size_t> find_bad_utf8(std::string_view text);

}  // namespace gpujob
