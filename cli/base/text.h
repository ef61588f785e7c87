// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Byte-wise text of ASCII syntax: Slurm's formats, option values, scripts.

namespace gpujob {

std::string_view trim(std::string_view text);

/// Cuts at every `separator`; "a,,b" gives three pieces, "" gives one empty piece.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The lines of `text` without their line ends (LF or CR LF); a last line without one counts.
std::vector<std::string_view> lines(std::string_view text);

/// Not of a text that ends with the expression: the views would be of nothing.
template <std::same_as<std::string> Text>
std::vector<std::string_view> split(Text&& text, char separator) = delete;
template <std::same_as<std::string> Text>
std::vector<std::string_view> lines(Text&& text) = delete;

/// Is `value` one of `all`?
template <class Values, class Value>
bool contains(const Values& all, const Value& value) {
  return std::find(all.begin(), all.end(), value) != all.end();
}

/// `number` with `noun`, which is plural unless the number is "1".
std::string count_text(std::string number, std::string_view noun);

/// "1 job", "3 jobs", "2 batches". What follows "of" or "per" stays: "2 tasks per node".
std::string count_of(std::integral auto number, std::string_view noun) {
  return count_text(std::to_string(number), noun);
}

std::string to_lower(std::string_view text);

/// `text` with every occurrence of `from` (not empty) replaced by `to`.
std::string replace_all(std::string_view text, std::string_view from, std::string_view to);

/// A whole decimal integer without sign, blanks, leading "+" or octal meaning: "010" is ten.
/// Nothing for anything else, and for values beyond 2^63-1.
std::optional<long long> parse_integer(std::string_view text);

/// A finite decimal number ("0.3", "1e-3", "-2"), read whole and independent of the locale.
std::optional<double> parse_real(std::string_view text);

/// Is `text` well-formed UTF-8?
bool is_utf8(std::string_view text);

/// Only printable ASCII: each byte is one character, one column wide, and nothing to a terminal.
bool is_plain_ascii(std::string_view text);

/// Text from outside made safe for a terminal: control characters (C0, C1, DEL, bidirectional
/// overrides) and bytes that are not UTF-8 are shown as `\xNN`; tab and newline stay.
std::string printable(std::string_view text);

}  // namespace gpujob
