// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace gpujob {

/// Whole numbers from `least` to `most`, both included.
struct CountRange {
  long long least = 0;
  long long most = std::numeric_limits<long long>::max();

  bool holds(const CountRange& other) const { return least <= other.least && other.most <= most; }
  bool has_most() const { return most != std::numeric_limits<long long>::max(); }
};

/// "4", "1-91", "184-", ">4", ">=4", "<8", "<=8"; nothing for anything else, or if no number fits.
std::optional<CountRange> parse_count_range(std::string_view text);

/// "4 nodes", "1 to 91 nodes", "184 or more nodes", "at most 8 nodes".
std::string count_range_text(const CountRange& range, std::string_view noun);

}  // namespace gpujob
