// SPDX-License-Identifier: MIT
#include "report/quantity.h"

#include <array>
#include <cmath>

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

constexpr std::array<const char*, 7> kPrefixes{"", "k", "M", "G", "T", "P", "E"};

/// Three significant digits of a value below 1000 after rounding.
std::string three_digits(double value) {
  const double size = std::fabs(value);
  if (size >= 99.95) return format("{:.0f}", value);
  return size >= 9.995 ? format("{:.1f}", value) : format("{:.2f}", value);
}

}  // namespace

std::string format_quantity(double value, std::string_view unit) {
  std::size_t prefix = 0;
  // 999.5 would be printed as 1000: the next prefix takes it.
  while (std::fabs(value) >= 999.5 && prefix + 1 < kPrefixes.size()) {
    value /= 1000;
    ++prefix;
  }
  return format("{} {}{}", three_digits(value), kPrefixes[prefix], unit);
}

std::string format_share(double share) {
  return three_digits(share * 100) + " %";
}

double rounded(double value) {
  return parse_real(format("{:.7g}", value)).value_or(value);
}

std::string format_error(double error) {
  return format("{:.1e}", error);
}

}  // namespace gpujob
