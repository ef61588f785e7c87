// SPDX-License-Identifier: MIT
#include "base/scalar_kind.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"

namespace gpujob {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_octal(char c) {
  return c >= '0' && c <= '7';
}
bool is_hexadecimal(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words) {
  return contains(words, text);
}

template <class Test>
bool all_are(std::string_view text, Test test) {
  return !text.empty() && std::all_of(text.begin(), text.end(), test);
}

void drop_sign(std::string_view& text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
}

bool is_integer(std::string_view text) {
  if (text.starts_with("0o")) return all_are(text.substr(2), is_octal);
  if (text.starts_with("0x")) return all_are(text.substr(2), is_hexadecimal);
  drop_sign(text);
  return all_are(text, is_digit);
}

std::size_t count_digits(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) -
                                  text.begin());
}

/// [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?, infinities and .nan
bool is_real(std::string_view text) {
  if (is_one_of<3>(text, {".nan", ".NaN", ".NAN"})) return true;
  drop_sign(text);
  if (is_one_of<3>(text, {".inf", ".Inf", ".INF"})) return true;
  const std::size_t whole = count_digits(text);
  text.remove_prefix(whole);
  std::size_t fraction = 0;
  if (text.starts_with('.')) {
    fraction = count_digits(text.substr(1));
    text.remove_prefix(1 + fraction);
  }
  if (whole + fraction == 0) return false;
  if (text.empty()) return true;
  if (text.front() != 'e' && text.front() != 'E') return false;
  text.remove_prefix(1);
  drop_sign(text);
  return all_are(text, is_digit);
}

}  // namespace

ScalarKind scalar_kind(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::Null) return ScalarKind::Null;
  const std::string_view text = node.scalar;
  if (node.quoted) return ScalarKind::Text;
  if (is_one_of<5>(text, {"", "~", "null", "Null", "NULL"})) return ScalarKind::Null;
  if (is_one_of<6>(text, {"true", "True", "TRUE", "false", "False", "FALSE"})) {
    return ScalarKind::Boolean;
  }
  if (is_integer(text)) return ScalarKind::Integer;
  return is_real(text) ? ScalarKind::Real : ScalarKind::Text;
}

bool is_plain_integer(const std::string& text) {
  std::string_view digits = text;
  if (digits.starts_with('-')) digits.remove_prefix(1);
  return all_are(digits, is_digit) && (digits.size() == 1 || digits.front() != '0');
}

}  // namespace gpujob
