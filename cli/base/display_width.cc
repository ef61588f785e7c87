// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "base/table.h"
#include "base/text.h"
#include "base/utf8.h"

// Widths as terminals count them, from Unicode 15's EastAsianWidth.txt (W and F) and the general
// categories Mn, Me and Cf, joined to blocks: what names and units of centers may hold.

namespace gpujob {

namespace {

struct Range {
  char32_t first;
  char32_t last;
};

constexpr std::array<Range, 19> kZero{{
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x0900, 0x0902}, {0x093C, 0x093C}, {0x0941, 0x0948}, {0x094D, 0x094D}, {0x0E31, 0x0E31},
    {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F},
    {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF},
}};

constexpr std::array<Range, 14> kWide{{
    {0x1100, 0x115F},
    {0x231A, 0x231B},
    {0x2E80, 0x303E},
    {0x3041, 0x33FF},
    {0x3400, 0x4DBF},
    {0x4E00, 0x9FFF},
    {0xA000, 0xA4CF},
    {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6},
    {0x1F300, 0x1FAFF},
    {0x20000, 0x3FFFD},
}};

template <std::size_t N>
bool within(const std::array<Range, N>& ranges, char32_t point) {
  const auto next =
      std::upper_bound(ranges.begin(), ranges.end(), point,
                       [](char32_t p, const Range& range) { return p < range.first; });
  return next != ranges.begin() && point <= std::prev(next)->last;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  if (is_plain_ascii(text)) return text.size();
  std::size_t width = 0;
  while (!text.empty()) {
    const std::optional<Utf8Character> character = decode_utf8(text);
    if (!character) {
      ++width;  // shown as one replacement character
      text.remove_prefix(1);
      continue;
    }
    if (within(kWide, character->point)) {
      width += 2;
    } else if (!within(kZero, character->point)) {
      ++width;
    }
    text.remove_prefix(character->bytes);
  }
  return width;
}

}  // namespace gpujob
