// SPDX-License-Identifier: MIT
#include "base/json_cursor.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace gpujob {

namespace {

/// The first quote, backslash or control character, or `end`. Eight bytes at a time: of
/// x - 0x01…01 and not x, the lowest high bit that is set belongs to the first byte that is 0
/// ("Bit Twiddling Hacks", S. E. Anderson; bytes count from the low end, as all our machines do).
const char* end_of_plain(const char* at, const char* end) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  constexpr std::uint64_t kHighs = kOnes << 7;
  static_assert(std::endian::native == std::endian::little);
  const auto below = [](std::uint64_t bytes, std::uint64_t limit) {
    return (bytes - (kOnes * limit)) & ~bytes & kHighs;
  };
  for (; end - at >= 8; at += 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, sizeof bytes);
    const std::uint64_t found =
        below(bytes ^ (kOnes * '"'), 1) | below(bytes ^ (kOnes * '\\'), 1) | below(bytes, 0x20);
    if (found != 0) return at + (std::countr_zero(found) / 8);
  }
  while (at != end && *at != '"' && *at != '\\' && static_cast<unsigned char>(*at) >= 0x20) ++at;
  return at;
}

}  // namespace

void JsonCursor::skip_blanks() {
  while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r')) ++at_;
}

bool JsonCursor::take(char wanted) {
  skip_blanks();
  if (!good_ || at_ == end_ || *at_ != wanted) return false;
  ++at_;
  return true;
}

bool JsonCursor::at_end() {
  skip_blanks();
  return good_ && at_ == end_;
}

void JsonCursor::enter_object() {
  if (!take('{')) fail();
  first_ = true;
}

bool JsonCursor::next_key(std::string_view& key) {
  if (!good_) return false;
  if (take('}')) {
    first_ = false;
    return false;
  }
  if (!first_ && !take(',')) fail();
  first_ = false;
  key = plain_text();
  if (!take(':')) fail();
  return good_;
}

void JsonCursor::enter_array() {
  if (!take('[')) fail();
  first_ = true;
}

bool JsonCursor::next_item() {
  if (!good_) return false;
  if (take(']')) {
    first_ = false;
    return false;
  }
  if (!first_ && !take(',')) fail();
  first_ = false;
  return good_;
}

std::string_view JsonCursor::plain_text() {
  if (!take('"')) {
    fail();
    return {};
  }
  const char* const begin = at_;
  at_ = end_of_plain(at_, end_);
  if (at_ == end_ || *at_ != '"') {
    fail();
    return {};
  }
  return {begin, static_cast<std::size_t>(at_++ - begin)};
}

double JsonCursor::number() {
  skip_blanks();
  double number = 0;
  if (!good_ || at_ == end_ || (*at_ != '-' && (*at_ < '0' || *at_ > '9'))) {
    fail();
    return 0;
  }
  const auto [next, error] = std::from_chars(at_, end_, number);
  if (error != std::errc() || !std::isfinite(number)) fail();
  at_ = next;
  return good_ ? number : 0;
}

bool JsonCursor::is_null() {
  skip_blanks();
  if (!good_ || end_ - at_ < 4 || std::memcmp(at_, "null", 4) != 0) return false;
  at_ += 4;
  return true;
}

void JsonCursor::skip_text() {
  for (++at_; at_ != end_ && *at_ != '"'; ++at_) {
    if (*at_ == '\\' && ++at_ == end_) return fail();
  }
  if (at_ == end_) return fail();
  ++at_;
}

std::string_view JsonCursor::value(std::string_view likely) {
  skip_blanks();
  const char* const begin = at_;
  if (good_ && likely.starts_with('{') &&
      std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(likely)) {
    at_ += likely.size();
    return {begin, likely.size()};
  }
  int depth = 0;
  while (good_) {
    if (at_ == end_) {
      fail();
    } else if (*at_ == '"') {
      skip_text();
    } else if (*at_ == '{' || *at_ == '[') {
      ++depth;
      ++at_;
    } else if (*at_ == '}' || *at_ == ']') {
      if (depth == 0) break;  // of what lies around a bare word
      --depth;
      ++at_;
    } else if (*at_ == ',' && depth == 0) {
      break;
    } else {
      ++at_;
      continue;  // a bare word, or punctuation inside
    }
    if (depth == 0) break;
  }
  if (at_ == begin) fail();
  return good_ ? std::string_view(begin, static_cast<std::size_t>(at_ - begin)) : "";
}

}  // namespace gpujob
