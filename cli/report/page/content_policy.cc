// SPDX-License-Identifier: MIT
#include "report/page/content_policy.h"

#include <algorithm>
#include <cstdint>

#include "base/format.h"
#include "base/sha256.h"

namespace gpujob {

namespace {

unsigned hex_digit(char digit) {
  return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

/// Base64 (RFC 4648) of bytes given as hexadecimal digits.
std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < hex.size(); at += 6) {  // six digits are three bytes
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      bits = bits << 4 | (at + i < hex.size() ? hex_digit(hex[at + i]) : 0);
    }
    const std::size_t bytes = std::min<std::size_t>(3, (hex.size() - at) / 2);
    for (std::size_t i = 0; i < 4; ++i) {
      text += i <= bytes ? digits[bits >> (18 - 6 * i) & 63] : '=';
    }
  }
  return text;
}

std::string hash_source(std::string_view text) {
  return format("'sha256-{}'", base64_of_hex(sha256(text)));
}

}  // namespace

std::string content_policy(std::string_view style, std::string_view script) {
  return format(
      "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
      hash_source(style), hash_source(script));
}

}  // namespace gpujob
