// SPDX-License-Identifier: MIT
#include "base/base64.h"

#include <algorithm>
#include <array>

namespace gpujob {

namespace {

constexpr std::string_view kDigits64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr unsigned char kNoDigit = 64;

/// The value of each character.
constexpr std::array<unsigned char, 256> kValues = [] {
  std::array<unsigned char, 256> values{};
  values.fill(kNoDigit);
  for (std::size_t i = 0; i < kDigits64.size(); ++i)
    values[static_cast<unsigned char>(kDigits64[i])] = static_cast<unsigned char>(i);
  return values;
}();

}  // namespace

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    unsigned group = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      group = group << 8 | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    }
    const std::array<char, 4> digits{kDigits64[group >> 18], kDigits64[group >> 12 & 63U],
                                     count > 1 ? kDigits64[group >> 6 & 63U] : '=',
                                     count > 2 ? kDigits64[group & 63U] : '='};
    text.append(digits.data(), digits.size());
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  unsigned group = 0;
  int bits = 0;
  for (const char c : text.substr(0, std::min(text.find('='), text.size()))) {
    const unsigned char digit = kValues[static_cast<unsigned char>(c)];
    if (digit == kNoDigit) return std::nullopt;
    group = (group << 6 | digit) & 0xffffU;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 0xffU);
  }
  // Whatever was skipped, dropped or padded in another way does not come back as it was.
  if (base64(bytes) != text) return std::nullopt;
  return bytes;
}

}  // namespace gpujob
