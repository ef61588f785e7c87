// SPDX-License-Identifier: MIT
#include "base/memory_size.h"

#include <array>
#include <cmath>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr long long kMibPerGib = 1024;
constexpr long long kMibPerTib = 1024 * kMibPerGib;
/// 2^40 MiB: more than any machine, far from overflow.
constexpr long long kLargestMib = 1LL << 40;

}  // namespace

std::optional<long long> parse_memory_mib(std::string_view text) {
  const std::size_t digits = text.find_first_not_of("0123456789");
  const std::optional<long long> number = parse_integer(text.substr(0, digits));
  std::string unit(digits == std::string_view::npos ? "M" : text.substr(digits));
  if (unit.size() == 2 && (unit[1] == 'B' || unit[1] == 'b')) unit.pop_back();
  if (!number || unit.size() != 1 || *number > kLargestMib) return std::nullopt;
  long long mib = 0;
  switch (unit[0]) {
    case 'K':
    case 'k':
      mib = (*number + 1023) / 1024;
      break;
    case 'M':
    case 'm':
      mib = *number;
      break;
    case 'G':
    case 'g':
      mib = *number * kMibPerGib;
      break;
    case 'T':
    case 't':
      mib = *number * kMibPerTib;
      break;
    default:
      return std::nullopt;
  }
  if (mib > kLargestMib) return std::nullopt;
  return mib;
}

std::string format_memory_mib(long long mib) {
  if (mib > 0 && mib % kMibPerGib == 0) return format("{}G", mib / kMibPerGib);
  return format("{}M", mib);
}

std::string format_bytes(double bytes) {
  if (!std::isfinite(bytes)) return "n/a";
  if (bytes < 0) return "-" + format_bytes(-bytes);
  constexpr std::array<const char*, 6> kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  // 1023.95 would round to "1024.0".
  while (unit + 1 < kUnits.size() && bytes >= (unit == 0 ? 1023.5 : 1023.95)) {
    bytes /= 1024;
    ++unit;
  }
  const bool whole = unit == 0 || std::abs(bytes - std::round(bytes)) < 0.05;
  return whole ? format("{:.0f} {}", bytes, kUnits[unit])
               : format("{:.1f} {}", bytes, kUnits[unit]);
}

}  // namespace gpujob
