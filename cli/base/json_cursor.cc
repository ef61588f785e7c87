// SPDX-License-Identifier: MIT
#include "base/json_cursor.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace gpujob {

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
  while (at_ != end_ && *at_ != '"') {
    if (*at_ == '\\' || static_cast<unsigned char>(*at_) < 0x20) {
      fail();
      return {};
    }
    ++at_;
  }
  if (at_ == end_) {
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
