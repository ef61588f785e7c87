// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

namespace gpujob {

/// The items (rows, elements, points) of a workload that one device works on, one after the other.
struct Part {
  std::uint64_t first = 0;
  std::uint64_t count = 0;

  std::uint64_t end() const { return first + count; }
};

/// Share `index` of `of`, 0 <= index < of, of `total` items. Shares are contiguous, leave nothing
/// out, and are multiples of `unit` items except at the very end; they differ by at most one unit.
/// 10 items in units of 4 for 2: [0, 8) and [8, 10).
inline Part part_of(std::uint64_t total, std::uint64_t unit, int index, int of) {
  const std::uint64_t units = (total + unit - 1) / unit;
  const auto all = static_cast<std::uint64_t>(of);
  const auto begin = [&](std::uint64_t k) {
    return std::min(total, (k * (units / all) + std::min(k, units % all)) * unit);
  };
  const auto own = static_cast<std::uint64_t>(index);
  return {begin(own), begin(own + 1) - begin(own)};
}

}  // namespace gpujob
