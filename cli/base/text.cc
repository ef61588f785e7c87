// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/format.h"
#include "base/utf8.h"

namespace gpujob {

namespace {

constexpr bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Characters that move the cursor, change the screen or reorder what is read.
bool acts_on_terminal(char32_t point) {
  if (point == U'\t' || point == U'\n') return false;
  if (point < 0x20 || (point >= 0x7F && point < 0xA0)) return true;
  return point == 0x061C || point == 0x200E || point == 0x200F ||
         (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

}  // namespace

std::string_view trim(std::string_view text) {
  std::size_t first = 0, end = text.size();
  while (first < end && is_blank(text[first])) ++first;
  while (end > first && is_blank(text[end - 1])) --end;
  return text.substr(first, end - first);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  pieces.reserve(text.size() / 32 + 1);
  std::size_t start = 0;
  for (std::size_t end = text.find(separator); end != std::string_view::npos;
       end = text.find(separator, start)) {
    pieces.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  pieces.push_back(text.substr(start));
  return pieces;
}

std::vector<std::string_view> lines(std::string_view text) {
  std::vector<std::string_view> result = split(text, '\n');
  if (result.back().empty()) result.pop_back();
  for (std::string_view& line : result) {
    if (line.ends_with('\r')) line.remove_suffix(1);
  }
  return result;
}

std::string count_text(std::string number, std::string_view noun) {
  const std::string_view head = noun.substr(0, std::min(noun.find(" of "), noun.find(" per ")));
  std::string text = std::move(number);
  const bool plural = text != "1";
  text.append(" ").append(head);
  if (plural) text += head.ends_with("ch") ? "es" : "s";
  return text.append(noun.substr(head.size()));
}

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  std::size_t start = 0;
  for (std::size_t at = text.find(from); at != std::string_view::npos;
       at = text.find(from, start)) {
    result.append(text.substr(start, at - start)).append(to);
    start = at + from.size();
  }
  return result.append(text.substr(start));
}

std::optional<long long> parse_integer(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  long long value = 0;
  const std::from_chars_result result =
      std::from_chars(text.data(), text.data() + text.size(), value, 10);
  if (result.ec != std::errc{}) return std::nullopt;
  return value;
}

std::optional<double> parse_real(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const std::from_chars_result result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc{} || result.ptr != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

bool is_utf8(std::string_view text) {
  return !find_bad_utf8(text);
}

bool is_plain_ascii(std::string_view text) {
  // Eight bytes at a time: a table asks this of each cell some times.
  constexpr std::uint64_t kEach = 0x0101010101010101;
  std::uint64_t bytes = 0;
  for (; text.size() >= sizeof bytes; text.remove_prefix(sizeof bytes)) {
    std::memcpy(&bytes, text.data(), sizeof bytes);
    // The high bit of a byte that is above '~', becomes so by one more, or is below ' '.
    if (((bytes | (bytes + kEach) | (bytes - kEach * 0x20)) & (kEach << 7)) != 0) return false;
  }
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

std::string printable(std::string_view text) {
  if (is_plain_ascii(text)) return std::string(text);
  std::string safe;
  safe.reserve(text.size());
  std::size_t at = 0;
  while (at < text.size()) {
    const std::optional<Utf8Character> character = decode_utf8(text.substr(at));
    const std::size_t bytes = character ? character->bytes : 1;
    if (character && !acts_on_terminal(character->point)) {
      safe.append(text.substr(at, bytes));
    } else {
      for (const char byte : text.substr(at, bytes)) {
        safe += format("\\x{:02X}", static_cast<unsigned char>(byte));
      }
    }
    at += bytes;
  }
  return safe;
}

}  // namespace gpujob
