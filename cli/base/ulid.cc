// SPDX-License-Identifier: MIT
#include "base/ulid.h"

#include <cstdint>

// 130 bits in 26 digits of 5 bits, the first two bits always zero: 10 digits of time, then 16
// random ones. The specification's example: 01ARZ3NDEKTSV4RRFFQ69G5FAV is 2016-07-30T23:54:10.259Z.

namespace gpujob {

namespace {

constexpr std::string_view kDigits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::size_t kLength = 26;
constexpr std::size_t kTimeDigits = 10;
constexpr std::size_t kChanceDigits = kLength - kTimeDigits;

/// The digit's value; 32 for any other character. Crockford's look-alikes (I, L, O) are not
/// accepted: a run id is copied, not dictated, and one id has one spelling.
std::size_t value_of(char c) {
  if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  const std::size_t at = kDigits.find(c);
  return at == std::string_view::npos ? kDigits.size() : at;
}

std::string time_digits(std::uint64_t milliseconds) {
  std::string digits(kTimeDigits, '0');
  for (std::size_t i = kTimeDigits; i-- > 0; milliseconds >>= 5) {
    digits[i] = kDigits[milliseconds & 31u];
  }
  return digits;
}

/// 16 digits of 5 bits from 10 bytes.
std::string chance_digits(const std::string& bytes) {
  std::string digits;
  unsigned bits = 0;
  int held = 0;
  for (const char byte : bytes) {
    bits = (bits << 8) | static_cast<unsigned char>(byte);
    for (held += 8; held >= 5; held -= 5) digits += kDigits[(bits >> (held - 5)) & 31u];
  }
  return digits;
}

/// The id after `id`: one more, carried from digit to digit (also into the time, after 2^80 ids).
std::string successor(std::string id) {
  for (std::size_t i = id.size(); i-- > 0;) {
    const std::size_t value = value_of(id[i]);
    id[i] = kDigits[(value + 1) % kDigits.size()];
    if (value + 1 < kDigits.size()) break;
  }
  return id;
}

}  // namespace

std::string make_ulid(World& world) {
  const auto milliseconds = static_cast<std::uint64_t>(world.now().time_since_epoch().count());
  const std::string time = time_digits(milliseconds);
  // A clock set back counts as the same millisecond: order matters more than the exact time.
  const bool new_millisecond =
      world.latest_ulid.empty() || world.latest_ulid.substr(0, kTimeDigits) < time;
  world.latest_ulid = new_millisecond
                          ? time + chance_digits(world.random_bytes(kChanceDigits * 5 / 8))
                          : successor(world.latest_ulid);
  return world.latest_ulid;
}

bool is_ulid(std::string_view text) {
  if (text.size() != kLength || value_of(text[0]) > 7) return false;
  for (const char c : text) {
    if (value_of(c) == kDigits.size()) return false;
  }
  return true;
}

std::optional<Instant> ulid_time(std::string_view text) {
  if (!is_ulid(text)) return std::nullopt;
  long long milliseconds = 0;
  for (const char c : text.substr(0, kTimeDigits)) {
    milliseconds = milliseconds * 32 + static_cast<long long>(value_of(c));
  }
  return Instant{Milliseconds{milliseconds}};
}

}  // namespace gpujob
